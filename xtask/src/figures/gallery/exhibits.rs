//! The experiments of the gallery, in the order of the page.

/// Experiments of one kind.
pub(super) struct Section {
    pub(super) title: &'static str,
    pub(super) exhibits: &'static [Exhibit],
}

/// One experiment. What happens in it is said by its scenario.
pub(super) struct Exhibit {
    /// Its folder in the gallery.
    pub(super) name: &'static str,
    /// The scenario.
    pub(super) scenario: &'static str,
    /// Changes to the scenario, as `key=value`.
    pub(super) changes: &'static [&'static str],
    /// Further arguments of `estela render`.
    pub(super) options: &'static [&'static str],
    /// Bodies whose righting arms are shown.
    pub(super) afloat: &'static [&'static str],
    /// Use of the experiment.
    pub(super) matters: &'static str,
    /// The detail of the pictures and plots that shows that it comes out right.
    pub(super) look_for: &'static str,
}

impl Exhibit {
    const fn of(scenario: &'static str, matters: &'static str, look_for: &'static str) -> Self {
        Self { name: scenario, scenario, changes: &[], options: &[], afloat: &[], matters, look_for }
    }

    const fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    const fn with(self, changes: &'static [&'static str]) -> Self {
        Self { changes, ..self }
    }

    const fn drawn(self, options: &'static [&'static str]) -> Self {
        Self { options, ..self }
    }

    const fn afloat(self, afloat: &'static [&'static str]) -> Self {
        Self { afloat, ..self }
    }

    /// The exhibits of all sections.
    pub(super) fn all() -> impl Iterator<Item = &'static Self> {
        SECTIONS.iter().flat_map(|section| section.exhibits)
    }

    /// Arguments of `estela render`, without the folder.
    pub(super) fn arguments(&self) -> Vec<String> {
        let changes = self.changes.iter().map(|change| format!("--set={change}"));
        let options = self.options.iter().map(|option| (*option).to_owned());
        std::iter::once(self.scenario.to_owned()).chain(options).chain(changes).collect()
    }
}

pub(super) const SECTIONS: [Section; 5] = [
    Section {
        title: "Boats",
        exhibits: &[
            Exhibit::of(
                "speedboat",
                "Hull and water push each other: the boat climbs its own bow wave, and the wake is the water's answer, not a decal.",
                "The wake spreads from the stern as a wedge, white where the propeller churns it, and it bends where the boat turned.",
            ),
            // Lazo et al. Fig. 6: what the water does to a ball at rest and to a boat under way.
            Exhibit::of(
                "speedboat",
                "Every triangle of a hull takes its own pressure, drag and lift; their sum is all that moves the boat.",
                "An arrow on each triangle below the water: on the ball, nearly at rest, they are its buoyancy; on the boat drag and lift join in.",
            )
            .named("forces")
            .with(&[
                "title=\"Forces on the hull\"",
                "description=\"A boat gets up to speed beside a ball that floats: the forces of the water on their triangles, without the water.\"",
                "view.forces=true",
                "view.hide_water=true",
                "view.vertical_scale=1",
                "view.eye_m=[46.0,22.0,-2.0]",
                "view.target_m=[31.0,35.5,2.6]",
                "body.boat.color=[0.8,0.8,0.8]",
                "body.ball.hull={kind=\"sphere\",radius_m=1.5,subdivisions=2}",
                "body.ball.mass_kg=7000",
                "body.ball.position_m=[29.0,31.5]",
                "body.ball.color=[0.95,0.75,0.2]",
            ])
            .drawn(&["--until=4"]),
            Exhibit::of(
                "bridge",
                "Waves of a boat meet solids at the water's own resolution; a pilot sees what the piers send back.",
                "The gauge between the boat's way and the northern pier: the plot has its level with and without the piers, and the difference, which is what they send back.",
            ),
            Exhibit::of(
                "bridge",
                "The same run without its piers is the control of the experiment.",
                "The bow wave passes the place of the piers and does not come back.",
            )
            .named("bridge-without-piers")
            .with(&[
                "title=\"Bridge, without its piers\"",
                "description=\"The boat of the run above on the same way, with nothing in it.\"",
                "body.pier-north=",
                "body.pier-south=",
            ]),
            Exhibit::of(
                "buoys",
                "Bodies that nobody drives take part: each buoy is carried by the wake and held by its mooring line.",
                "A buoy rises with the crest, is swept along, and stops where its line is taut.",
            ),
            Exhibit::of(
                "canal",
                "Squat grounds ships: in narrow water the level falls beside a ship under way, and the ship falls with it.",
                "The sinkage in the plot: it comes with the speed, and stays as long as that.",
            ),
            Exhibit::of(
                "tide",
                "A harbor that falls dry and floods, from nothing but a table of levels at its mouth.",
                "The launch takes the ground while the skiff in the channel swings with the stream; the quay's level lags the mouth's.",
            ),
        ],
    },
    Section {
        title: "Floating and capsizing",
        exhibits: &[
            Exhibit::of(
                "floating",
                "The simplest thing that a coupled solver can get wrong is a body that rides on waves of its own making.",
                "Nothing. The hull stays, and the water stays flat.",
            ),
            Exhibit::of(
                "weight-distribution",
                "Naval architects know by how much a load sinks, trims and heels a boat; here it comes out of the pressure on the hull.",
                "The four boats of one shape come to rest in four poses; the colors are the pressure of the water.",
            ),
            Exhibit::of(
                "sailboat-stable",
                "A low center of mass rights a boat from any angle.",
                "The righting arm stays above zero up to 180°, and the boat comes back from every crest.",
            )
            .afloat(&["sailboat-stable:boat"]),
            Exhibit::of(
                "sailboat-capsize",
                "The same hull in the same waves: only the center of mass has moved up.",
                "The arm is gone at 68°; the crest that carries the boat past it turns her over, and she stays so.",
            )
            .afloat(&["sailboat-capsize:boat"]),
        ],
    },
    Section {
        title: "Dams, streams and wind",
        exhibits: &[
            Exhibit::of(
                "dam-break-full",
                "This flow has an exact solution (Stoker), so that a solver cannot talk itself out.",
                "Between the bore in the east and the rarefaction in the west the water is 5.815 m deep and runs at 2.612 m/s.",
            ),
            Exhibit::of(
                "dam-break",
                "What floods do at a breach: a jet, vortices at its edges, and a bore that comes back from every wall.",
                "The bore spreads from the breach and comes back from the walls.",
            ),
            Exhibit::of(
                "partial-breach",
                "The basin that shallow-water solvers have been compared in since 1990.",
                "Depths at six gauges beside a finite-volume solution on cells half as large, and the differences.",
            ),
            Exhibit::of(
                "triangular-column",
                "A stream past an obstacle: piers, groynes and posts.",
                "Two layers of opposite vorticity, orange and violet, leave the corners of the column.",
            )
            .drawn(&["--look=science", "--field=vorticity", "--every=0.4"]),
            Exhibit::of(
                "propeller",
                "A solid that turns covers water in front of each blade and uncovers it behind; nothing may get lost in between.",
                "Speeds beside those of the paper's own scheme, in the same colors: its walls do not drive the water.",
            )
            // In the same colors, as they stand side by side.
            .with(&["title=\"Propeller, corrected\"", "view.field_range=[0,2]"]),
            Exhibit::of(
                "propeller",
                "The scheme as the paper prints it, diagonals confused and walls without motion, for comparison.",
                "The blades pass through the water and do not drive it.",
            )
            .named("propeller-as-printed")
            .with(&[
                "title=\"Propeller, as printed\"",
                "description=\"The same propeller with walls as the paper prints them: what it covers and leaves is not accounted for.\"",
                "view.field_range=[0,2]",
                "body.propeller.wall={slip=\"no-slip\",scheme=\"as-printed\"}",
            ]),
            Exhibit::of(
                "propeller",
                "The same run in perspective, as the sheet of its levels.",
                "Water heaps up before each blade and sinks behind it; heights are drawn 8 times as large.",
            )
            .named("propeller-3d")
            .with(&[
                "title=\"Propeller, in perspective\"",
                "view.kind=perspective",
                "view.look=slab",
                "view.field=level",
                "view.vertical_scale=8",
                "view.size=[960,540]",
            ]),
            Exhibit::of(
                "wind-setup",
                "Storm surge in one line: the level slopes until its weight holds the stress of the wind.",
                "The gauges at both ends swing about, and settle 1.89 mm apart.",
            ),
        ],
    },
    Section {
        title: "Many bodies",
        exhibits: &[
            Exhibit::of(
                "spheres-10",
                "The table of Lazo et al. by which such simulators are timed begins here.",
                "Ten spheres fall in, and their rings cross.",
            ),
            Exhibit::of(
                "spheres-100",
                "Ten times the bodies of the run before, on the same water.",
                "Spheres that meet push each other; the mean level stays.",
            ),
            Exhibit::of(
                "spheres-200",
                "16,000 triangles in one basin, each of which meets the water by itself.",
                "Rings cross, spheres meet, and their drafts settle on one value.",
            ),
            Exhibit::of(
                "complex-50",
                "Fifty hulls with 26,000 triangles: pitch, heel and contact of shapes that are not balls.",
                "Hulls bob, drift and bump into each other.",
            ),
            Exhibit::of(
                "buoys-paper",
                "Buoys as the paper prints the coupling: hulls displace no water, their rims push it by a formula.",
                "The wake lacks the trough along the hull, and lifts the buoys two thirds as far as in `buoys`.",
            ),
            Exhibit::of(
                "spheres-200-paper",
                "The coupling that the paper timed, beside displaced water.",
                "Spheres bob as before; what they send out depends on the constants of the formula, not on their volume.",
            ),
            Exhibit::of(
                "complex-50-paper",
                "The same for hulls that are not balls.",
                "Hulls pitch and meet as in `complex-50`, on water that knows of them by their rims alone.",
            ),
            Exhibit::of(
                "rudder",
                "A driven joint and water: a steering gear turns a plate, and the water on the plate the boat.",
                "The wake bends to port as the plate goes over, then to starboard.",
            ),
            Exhibit::of(
                "logs",
                "Joints and water: a chain across a stream carries its tension from log to log.",
                "The stream bends the boom to a bow, and the crates gather in it.",
            ),
            Exhibit::of(
                "harbor",
                "A thousand bodies at once, with boats under way and ships at their moorings.",
                "The waves of two boats run through fields of floats and rock the ships before the quay.",
            ),
        ],
    },
    Section {
        title: "Smoke",
        exhibits: &[
            Exhibit::of(
                "smoke",
                "The air is a gas on a lattice of its own, and the smoke lifts it; light falls through both.",
                "The plume parts at the sphere and rises on round it; its shadow lies on the water.",
            ),
            Exhibit::of(
                "smoke-2d",
                "The same code on one layer of cells: what the third dimension does.",
                "In a plane vortices pair up and grow instead of breaking up.",
            ),
            Exhibit::of(
                "boat-smoke",
                "Air and water share one hull: it floats in the one and parts the other.",
                "The trail bends where the launch turns, and drifts with the wind.",
            ),
            Exhibit::of(
                "downburst",
                "Drops drag the air and the air drags the drops: a thunderstorm's gust in small.",
                "The cloud sinks as a jet, meets the water and rolls outwards over it as a ring.",
            ),
        ],
    },
];

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::collections::BTreeSet;

    use viewer::sim::scenario::{Scenario, shipped};

    use super::*;

    #[test]
    fn every_shipped_scenario_is_shown() {
        let shown: BTreeSet<_> = Exhibit::all().map(|exhibit| exhibit.scenario).collect();
        assert_eq!(shown, shipped::names().into_iter().collect());
    }

    #[test]
    fn names_of_exhibits_are_their_own_and_their_changes_are_those_of_scenarios() {
        let names: BTreeSet<_> = Exhibit::all().map(|exhibit| exhibit.name).collect();
        assert_eq!(names.len(), Exhibit::all().count());
        for Exhibit { scenario, changes, .. } in Exhibit::all() {
            let changes: Vec<_> = changes.iter().map(|change| (*change).to_owned()).collect();
            Scenario::load(scenario, &changes).unwrap();
        }
    }
}
