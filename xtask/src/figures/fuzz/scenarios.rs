//! Scenarios with the keys that no shipped one has.

/// Keys that no shipped scenario has.
pub(super) const EVERY_KEY: &str = r#"
title = "every key"
description = "d"
source = "s"
duration_s = 2
[grid]
cells = [120, 80]
cell_size_m = 0.25
[water]
level_m = 2.0
density_kg_m3 = 1025
gravity_m_s2 = 9.81
wave_pressure = "decaying"
[[water.column]]
x_m = [1, 4]
y_m = [2, 5]
level_m = 2.2
velocity_m_s = [0.1, 0.0]
[solver]
collision = "trt"
tau = 0.6
smagorinsky = 0.1
policy = "stop"
fastest_flow_m_s = 1.5
[sides]
west = { kind = "discharge", discharge_m3_s = 0.5, ramp_s = 2 }
east = { kind = "characteristic", level_m = 2.0, velocity_m_s = -0.1, wave = { kind = "solitary", height_m = 0.05, crest_s = 4.0 } }
south = { kind = "sponge", width_m = 2.0 }
north = { kind = "wall", slip = "no-slip", scheme = "interpolated" }
[coupling]
mode = "conservative"
samples_per_side = 3
k_push = 10.0
k_pull = 1.0
refill = "non-equilibrium"
cut = "centroid"
rest_tolerance_m = 0.001
schedule = "side-by-side"
sleep = { speed_m_s = 0.01, after_s = 0.5, wake_m_s2 = 0.05 }
[[joint]]
name = "line"
kind = "rope"
body = "towed"
to = "buoy"
at_m = [-1.0, 0.0, 0.2]
to_at_m = [0.0, 0.0, 0.4]
length_m = 9.0
released_at_s = 1.2
[[joint]]
name = "fender"
kind = "spring"
body = "towed"
to_at_m = [20.0, 12.0, 2.0]
stiffness_n_m = 500
damping_n_s_m = 10
length_m = 1.5
acts = "push"
[[joint]]
name = "stay"
kind = "spring"
body = "buoy"
to_at_m = [16.0, 18.0, 2.0]
stiffness_n_m = 50
pretension_n = 20
[[joint]]
name = "post"
kind = "hinge"
body = "buoy"
axis = [0, 0, 1]
limits_deg = [-60, 90]
drive = { schedule = [{ time_s = 0.5, angle_deg = 0 }, { time_s = 1.5, angle_deg = -40 }], max_torque_n_m = 200, frequency_hz = 3, damping_ratio = 0.8 }
[[joint]]
name = "rail"
kind = "slider"
body = "towed"
axis = [0, 0, 1]
limits_m = [-0.5, 0]
drive = { schedule = [{ time_s = 1, offset_m = -0.2 }], max_force_n = 1e4 }
[[wave]]
kind = "airy"
amplitude_m = 0.05
length_m = 8.0
towards_deg = 30
phase_deg = 10
[[wave]]
kind = "stokes"
amplitude_m = 0.05
length_m = 8.0
[[wave]]
kind = "crests"
amplitude_m = 0.1
length_m = 8.0
speed_m_s = 3.0
power = 4.0
[[gauge]]
name = "a"
position_m = [3.0, 3.0]
[[gauge]]
name = "b"
position_m = [4.0, 3.0]
[records]
every_s = 0.2
[view]
kind = "top"
eye_m = [0, 0, 5]
target_m = [5, 5, 0]
fov_deg = 45
follow = "boat"
color_range_m = [1.9, 2.1]
vertical_scale = 2
hull = "pressure"
forces = true
hide_water = true
dark = true
half_smoke = true
streamlines = true
without = ["clouds", "foam"]
loads = true
track_s = 5.0
size = [64, 32]
every_s = 0.1
[body.boat]
collider = "parts"
hull = { kind = "parabolic", length_m = 3.0, beam_m = 1.0, depth_m = 0.6, fullness = 0.8, sections = 6, points = 5 }
mass_kg = 300
center_of_mass_m = [0.0, 0.0, 0.25]
gyration_m = [0.4, 0.9, 0.9]
position_m = [10.0, 10.0]
heading_deg = 20
velocity_m_s = [0.1, 0.0, 0.0]
drag = 0.5
wind_drag_coefficient = 0.7
lift = 0.2
alpha = 0.9
color = [0.1, 0.5, 0.9]
load = [{ mass_kg = 20, position_m = [0.5, 0.1, 0.3] }]
part = [{ from_m = [-inf, -inf, -inf], to_m = [0, inf, inf], drag = 1.0, lift = 0.1, alpha = 0.5 }]
skin_friction = { length_m = 3.0, viscosity_m2_s = 1.1e-6 }
slamming = { bound_m_s2 = 50.0, power = 2.0 }
radiation = { estimate = "ellipsoid", damping = [[9, 0, 0, 0, 0, 0], [0, 9, 0, 0, 0, 0], [0, 0, 9, 0, 0, 0], [0, 0, 0, 9, 0, 0], [0, 0, 0, 0, 9, 0], [0, 0, 0, 0, 0, 9]], memory_s = 5.0 }
[body.boat.propeller]
position_m = [-1.4, 0.0, 0.05]
thrust_n = 100.0
race_radius_m = 0.2
schedule = [{ time_s = 0.0, thrust = 0.0 }, { time_s = 1.0, thrust = 1.0, angle_deg = 10 }]
[body.towed]
hull = { kind = "box", length_m = 2.0, beam_m = 0.8, depth_m = 0.5 }
mass_kg = 200
position_m = [20.0, 10.0]
tow = { speed_m_s = 0.5, ramp_s = 1.0, free = ["heave", "pitch"] }
[body.buoy]
hull = { kind = "sphere", radius_m = 0.4, subdivisions = 1 }
mass_kg = 100
position_m = [16.0, 14.0]
removed_at_s = 1.5
mooring = [{ at_m = [0, 0, 0.1], anchor_m = [0.5, 0.5], stiffness_n_m = 400, damping_n_s_m = 5, pretension_n = 10, released_at_s = 0.8 }, { length_m = 3 }]
"#;

/// Hulls, walls and sides of every kind.
pub(super) const EVERY_HULL: &str = r#"
title = "every hull"
duration_s = 2
grid = { cells = [120, 80], cell_size_m = 0.25 }
water = { level_m = 1.5 }
solver = { collision = "central-moments", tau = 0.51, bulk_tau = 0.7, time_step_s = 0.02 }
sides.west = { kind = "inflow", velocity_m_s = 0.3, level_m = 1.5 }
sides.east = { kind = "characteristic", level_m = 1.5, wave = { kind = "irregular", height_m = 0.05, period_s = 8.0, seed = 5 } }
sides.south = { kind = "periodic" }
sides.north = { kind = "periodic" }
[body.ball]
hull = { kind = "sphere", radius_m = 0.5, subdivisions = 2 }
mass_kg = 200
position_m = [5.0, 5.0, 1.8]
enters_at_s = 0.5
[body.boat]
hull = { kind = "speedboat", length_m = 3.0, beam_m = 1.2, depth_m = 0.7 }
mass_kg = 400
position_m = [10.0, 10.0]
[body.pier]
hull = { kind = "prism", outline_m = [[-1, -1], [1, -1], [1, 1], [-1, 1]], height_m = 3.0 }
mass_kg = 1000
fixed = true
wall = { slip = "no-slip", scheme = "extrapolated" }
position_m = [15.0, 10.0, 1.0]
removed_at_s = 0.01
[body.screw]
hull = { kind = "propeller", radius_m = 1.5, hub_radius_m = 0.5, blades = 3, skew = 0.2, height_m = 3.0 }
mass_kg = 1000
position_m = [22.0, 10.0, 1.0]
motion = { velocity_m_s = [0.0, 0.1], turn_deg_s = 20, ramp_s = 1.0, starts_at_s = 0.5 }
"#;

/// Beds, values over time, copies and looks of every kind; the files lie beside the regression files.
pub(super) const EVERY_FILE: &str = r#"
include = ["beside/more.toml"]
title = "every file"
duration_s = 2
grid = { cells = [60, 40], cell_size_m = 0.5 }
water = { level_m = 2.0, least_depth_m = 0.3 }
friction = { manning_s_m13 = 0.025 }
wind = { speed_m_s = 8.0, towards_deg = 30 }
coriolis = { latitude_deg = 50.0 }
solver = { gravity_number = 0.1 }
[[bed]]
kind = "asc"
file = "beside/ground.asc"
origin_m = [502.0, -198.0]
offset_m = 0.1
[[bed]]
kind = "png"
file = "beside/ground.png"
pixel_m = 6.0
black_m = 0.0
white_m = 0.2
origin_m = [1.0, 1.0]
[[bed]]
kind = "slope"
from_m = [0, 0]
to_m = [40, 0]
heights_m = [0.0, 0.2]
[[bed]]
kind = "bump"
center_m = [20, 10]
height_m = 0.3
radius_m = 4.0
profile = "cosine"
crest_deg = 20
[[bed]]
kind = "parabola"
center_m = [25, 15]
radius_m = 20.0
rise_m = 0.1
axis_deg = 10
[sides]
west = { kind = "level", series = { file = "beside/tide.csv" } }
east = { kind = "characteristic", level_m = 2.0, series = { time_s = [0.0, 1.0], velocity_m_s = [0.0, 0.1] } }
south = { kind = "discharge", series = { time_s = [0.0, 1.0], discharge_m3_s = [0.0, 0.1] } }
[coupling]
hull = "lid"
[view]
look = "science"
field = "speed"
field_range = [0.0, 1.0]
[[gauge]]
name = "grid"
position_m = [4.0, 4.0]
repeat = { kind = "grid", count = [2, 3], step_m = [2.0, 2.0], jitter_m = 0.1, seed = 3 }
[[gauge]]
name = "line"
position_m = [4.0, 17.0]
repeat = { kind = "line", count = 3, to_m = [10.0, 19.0], jitter_m = 0.1 }
[[transect]]
name = "across"
from_m = [10.0, 1.0]
to_m = [10.0, 18.0]
[body.buoy]
hull = { kind = "sphere", radius_m = 0.4, subdivisions = 1 }
mass_kg = 100
position_m = [18.0, 4.0]
repeat = { kind = "random", count = 5, to_m = [28.0, 17.0], spacing_m = 1.5, seed = 7 }
[body.raft]
mesh = "beside/hull.obj"
mesh_scale = 1.0
look_mesh = "beside/hull.obj"
look_mesh_scale = 2.0
mass_kg = 500
position_m = [10.0, 10.0]
radiation = { coefficients = "beside/coefficients.csv", memory_s = 1.0 }
repeat = { kind = "table", file = "beside/places.csv" }
"#;

/// What goes with no other: of two keys of which either is given.
pub(super) const EITHER: &str = r#"
title = "either"
duration_s = 2
grid = { cells = [40, 30], cell_size_m = 0.5 }
water = { level_m = 1.0 }
coriolis = { parameter_1_s = 1e-4 }
sides.west = { kind = "characteristic", level_m = 1.0, wave = { kind = "solitary", height_m = 0.05, crest_s = 1.0 } }
[air]
cells = [10, 10, 10]
cell_size_m = 0.5
from_m = [4.0, 4.0]
fastest_flow_m_s = 1.0
tau = 0.55
smagorinsky = 0.1
diffusivity_m2_s = 0.01
buoyancy_m_s2 = 0.5
density_kg_m3 = 1.2
every_s = 0.5
extinction_1_m = 5.0
albedo = 0.8
source = [{ position_m = [7.0, 6.0, 1.6], radius_m = 0.6, smoke_m3_s = 0.01 }, { position_m = [5.0, 5.0, 3.0], smoke_m3_s = 0.001 }]
particles = [{ position_m = [7.0, 6.0, 3.0], radius_m = 0.3, per_s = 50, kg_s = 0.01, lasts_s = 1.0, diameter_m = 1e-4, density_kg_m3 = 1000, viscosity_pa_s = 1.8e-5, color = [1, 0.5, 0] }, { body = "ball", position_m = [0, -3, 1], per_s = 10, kg_s = 0, lasts_s = 0.5, diameter_m = 1e-5, density_kg_m3 = 500 }]
[air.sides]
west = { kind = "inflow", velocity_m_s = [0.3, 0.0, 0.0], concentration = 0.1 }
east = { kind = "open", concentration = 0.1 }
south = { kind = "periodic" }
north = { kind = "periodic" }
bottom = { kind = "wall" }
[body.post]
hull = { kind = "box", length_m = 1.0, beam_m = 1.0, depth_m = 1.5 }
mass_kg = 100
position_m = [6.0, 6.0, 0.7]
fixed = true
repeat = { kind = "line", count = 2, to_m = [12.0, 6.0] }
[body.ball]
hull = { kind = "sphere", radius_m = 0.4, subdivisions = 1 }
mass_kg = 100
position_m = [6.0, 10.0]
radiation = { added_mass = [[9, 0, 0, 0, 0, 0], [0, 9, 0, 0, 0, 0], [0, 0, 9, 0, 0, 0], [0, 0, 0, 9, 0, 0], [0, 0, 0, 0, 9, 0], [0, 0, 0, 0, 0, 9]] }
"#;

/// Streams, a gate, ways of driven bodies and a launch, which `check` looks ahead of.
pub(super) const AHEAD: &str = r#"
title = "ahead"
duration_s = 4
grid = { cells = [40, 30], cell_size_m = 0.5 }
water = { level_m = 1.5, column = [{ x_m = [0.0, 8.0], level_m = 2.0 }] }
wind = { speed_m_s = 10.0, towards_deg = 20.0 }
sides.west = { kind = "discharge", discharge_m3_s = 6.0, ramp_s = 2.0 }
sides.east = { kind = "level", level_m = 1.5 }
bed = [{ kind = "slope", from_m = [0.0, 0.0], to_m = [20.0, 0.0], heights_m = [0.0, 0.5] }, { kind = "bump", center_m = [15.0, 7.0], height_m = 0.3, radius_m = 2.0, crest_deg = 90.0 }]
wave = [{ kind = "airy", amplitude_m = 0.02, length_m = 5.0 }]
[body.gate]
hull = { kind = "box", length_m = 1.0, beam_m = 12.0, depth_m = 4.0 }
position_m = [8.0, 7.0, 1.5]
fixed = true
removed_at_s = 1.0
[body.ram]
hull = { kind = "box", length_m = 1.0, beam_m = 2.0, depth_m = 3.0 }
position_m = [4.0, 4.0, 1.0]
motion = { velocity_m_s = [0.5, 0.1], turn_deg_s = 10.0, ramp_s = 1.0 }
[body.wheel]
hull = { kind = "box", length_m = 3.0, beam_m = 1.0, depth_m = 3.0 }
position_m = [4.0, 11.0, 1.0]
motion = { schedule = [{ time_s = 0.5 }, { time_s = 1, velocity_m_s = [0.1, 0], turn_deg_s = -20 }, { time_s = 3, turn_deg_s = 20 }] }
[body.boat]
hull = { kind = "box", length_m = 3.0, beam_m = 1.2, depth_m = 0.6 }
mass_kg = 500
position_m = [12.0, 11.0]
propeller = { position_m = [-1.4, 0.0, 0.0], thrust_n = 200.0 }
repeat = { kind = "line", count = 2, to_m = [12.0, 3.0] }
"#;
