//! Contacts that are found again in each sub-step: of balls, and with uneven ground.

use super::contact_place::Place;
use super::contact_row::{ContactRow, Role};
use super::mover::{Mover, Velocity};
use crate::contacts::Contact;
use crate::shape::{Collider, Terrain};
use glam::{DQuat, DVec3};

/// Turn of the normal that is not worth a new one, rad; and that of balls which press on each other.
const TURN: f64 = 1e-4;
const TURN_OF_BALLS: f64 = 1e-3;

/// Most rounds in which the time of a touch is found.
const ROUNDS: u32 = 30;

/// A point of a body, in its frame from the center of mass, with what lies within a radius of it.
#[derive(Debug, Clone, Copy)]
struct Point {
    mover: usize,
    place_m: DVec3,
    radius_m: f64,
}

impl Point {
    fn new(collider: &Collider, corner: usize, mover: usize, movers: &[Mover]) -> Option<Self> {
        let center_m = movers[mover].body?.mass.center_m;
        let place_m = collider.local.point(*collider.points_m().get(corner)?) - center_m;
        Some(Self { mover, place_m, radius_m: collider.radius_m })
    }

    /// Center of mass and place in the world after a time.
    fn after(&self, (movers, velocities): (&[Mover], &[Velocity]), time_s: f64) -> [DVec3; 2] {
        let (mover, velocity) = (&movers[self.mover], &velocities[self.mover]);
        let center_m = mover.center_m + velocity.linear * time_s;
        if self.place_m == DVec3::ZERO {
            return [center_m; 2];
        }
        let rotation = DQuat::from_scaled_axis(velocity.angular * time_s) * mover.rotation;
        [center_m, center_m + rotation * self.place_m]
    }

    fn now(&self, movers: &[Mover]) -> [DVec3; 2] {
        let mover = &movers[self.mover];
        let place_m = if self.place_m == DVec3::ZERO { DVec3::ZERO } else { mover.rotation * self.place_m };
        [mover.center_m, mover.center_m + place_m]
    }
}

/// The other side.
#[derive(Debug, Clone, Copy)]
enum Other<'a> {
    Ball(Point),
    Ground(&'a Terrain),
}

/// A contact with a normal that turns as its bodies move past each other.
///
/// It has a place in closed form, which is found anew in each sub-step; what meets in one lies there as it does when it touches, and what stays in touch is taken along the bend of the surface.
#[derive(Debug, Clone)]
pub(super) struct Round<'a> {
    row: usize,
    point: Point,
    other: Other<'a>,
    /// From the other ball, or from the origin, to the point where the contact was found, m.
    found_m: DVec3,
}

impl<'a> Round<'a> {
    /// The contact of a row, if it is one of two balls, which are these colliders of two bodies.
    pub(super) fn of_balls(
        row: usize,
        contact: &Contact,
        balls: [&Collider; 2],
        (movers, bodies): (&[Mover], [usize; 2]),
    ) -> Option<Self> {
        let radii_m = [balls[0].as_ball()?, balls[1].as_ball()?];
        let [point, other] = [0, 1].map(|k| Point::new(balls[k], 0, bodies[k], movers));
        let found_m = contact.normal * (contact.gap_m + radii_m[0] + radii_m[1]);
        Some(Self { row, point: point?, other: Other::Ball(other?), found_m })
    }

    /// The contact of a row of a corner of a collider with uneven ground; none if it is one with a crest.
    pub(super) fn of_ground(
        row: usize,
        (collider, corner): (&Collider, usize),
        ground: &'a Terrain,
        (movers, body): (&[Mover], usize),
    ) -> Option<Self> {
        let point = Point::new(collider, corner, body, movers)?;
        let found_m = point.now(movers)[1];
        Some(Self { row, point, other: Other::Ground(ground), found_m })
    }

    /// Whether its row waits for the sub-step in which it meets.
    pub(super) fn waits(&self) -> bool {
        self.point.radius_m > 0.0
    }

    fn apart_m(&self, movers: &[Mover]) -> DVec3 {
        let own = self.point.now(movers)[1];
        match &self.other {
            Other::Ball(other) => own - other.now(movers)[1],
            Other::Ground(_) => own,
        }
    }

    /// Length over which the normal turns by about a radian.
    fn size_m(&self) -> f64 {
        match &self.other {
            Other::Ball(other) => self.point.radius_m + other.radius_m,
            Other::Ground(ground) => ground.cell_size_m(),
        }
    }

    fn place(&self, [center_m, own]: [DVec3; 2], other: impl Fn(&Point) -> [DVec3; 2]) -> Place {
        let radius_m = self.point.radius_m;
        match &self.other {
            Other::Ball(ball) => {
                let [others_m, theirs] = other(ball);
                let apart = own - theirs;
                let normal = apart.try_normalize().unwrap_or(DVec3::Z);
                let gap_m = apart.length() - radius_m - ball.radius_m;
                let at_m = own - normal * (radius_m + 0.5 * gap_m);
                Place { normal, arms: [at_m - center_m, at_m - others_m], gap_m }
            }
            Other::Ground(ground) => {
                let (gap_m, normal) = ground.touch(own, radius_m);
                let at_m = own - normal * (radius_m + 0.5 * gap_m);
                Place { normal, arms: [at_m - center_m, at_m], gap_m }
            }
        }
    }

    fn place_after(&self, bodies: (&[Mover], &[Velocity]), time_s: f64) -> Place {
        self.place(self.point.after(bodies, time_s), |other| other.after(bodies, time_s))
    }

    /// Finds the contact where a drift has brought the bodies. Open ones of balls are left as they are: along a normal of before their gap is no greater.
    pub(super) fn follow(&mut self, rows: &mut [ContactRow], movers: &[Mover]) {
        let row = &mut rows[self.row];
        match self.other {
            Other::Ground(_) => self.find(row, movers, TURN),
            Other::Ball(_) if row.is_late() || !row.is_new() => self.find(row, movers, TURN_OF_BALLS),
            Other::Ball(_) => {}
        }
    }

    /// Finds it where the bodies are, if they have moved so far that its normal has turned.
    fn find(&mut self, row: &mut ContactRow, movers: &[Mover], turn: f64) {
        let apart_m = self.apart_m(movers);
        if is_far(apart_m - self.found_m, row.axes[0].direction, turn * self.size_m()) {
            self.found_m = apart_m;
            let place = self.place(self.point.now(movers), |other| other.now(movers));
            let [a, b] = row.bodies;
            row.lie(movers, &place, movers[b].moved.linear - movers[a].moved.linear);
        }
    }

    /// Finds what the contact does in a sub-step of `h` seconds, of which `kicks` are the changes of velocity by its forces.
    pub(super) fn begin(
        &mut self,
        rows: &mut [ContactRow],
        (movers, velocities): (&[Mover], &[Velocity]),
        kick_of: impl Fn(&Mover) -> Velocity,
        h: f64,
    ) {
        let row = &mut rows[self.row];
        let [a, b] = row.bodies;
        let is_ball = matches!(self.other, Other::Ball(_));
        if row.is_new() && row.now_at_m() <= 0.0 {
            self.find(row, movers, TURN);
        }
        let is_open = row.is_new() && row.now_at_m() > 0.0;
        if row.role == Role::Off || (is_open && is_ball && !row.closes(velocities, h)) {
            return;
        }
        let way_m = self.velocity(movers, velocities) * h;
        let is_fast = way_m.length_squared() > (TURN * self.size_m()).powi(2);
        if is_fast && is_open && self.waits() {
            let kicks = [a, b].map(|i| kick_of(&movers[i]));
            let kick = row.axes[0].speed(&kicks[0], &kicks[1]);
            let meets = row.role == Role::Impact || row.speed(velocities) - kick < -kick.abs();
            match self.touches((movers, velocities), row.now_at_m(), h) {
                Some(time_s) if meets => {
                    let place = self.place_after((movers, velocities), time_s);
                    let moved_m = movers[b].moved.linear - movers[a].moved.linear;
                    let since_m = moved_m + (velocities[b].linear - velocities[a].linear) * time_s;
                    self.found_m = DVec3::INFINITY;
                    row.lie(movers, &place, since_m);
                    row.touch(velocities, time_s);
                    return;
                }
                None if row.role == Role::Impact || is_ball => {
                    row.close(false);
                    return;
                }
                _ => {}
            }
        }
        if row.is_new() {
            self.find(row, movers, TURN);
        }
        if !is_fast {
            return;
        }
        let (normal, speed) = (row.axes[0].direction, row.speed(velocities));
        if row.role == Role::Rest && is_far(way_m, normal, TURN * self.size_m()) {
            let of = (row.now_at_m(), speed * h);
            row.bend(self.bend_m((movers, velocities), of, (normal, way_m), h) / h);
        }
    }

    /// By how much the gap changes in a way beyond the part of it along the normal, m.
    ///
    /// Taken out of the velocity before the drift it turns the velocity and keeps it as it is, if it is no more than the way across times the tangent of half the angle by which the normal turns; by more it would give energy.
    /// Of balls it is as much as that.
    fn bend_m(
        &self,
        bodies: (&[Mover], &[Velocity]),
        (gap_m, closer_m): (f64, f64),
        (normal, way_m): (DVec3, DVec3),
        h: f64,
    ) -> f64 {
        let across = way_m.length_squared() - normal.dot(way_m).powi(2);
        if let Other::Ball(other) = &self.other {
            // The first terms of √(l² + a²) − l.
            let apart_m = self.point.radius_m + other.radius_m + (gap_m + closer_m).max(0.0);
            let bend_m = 0.5 * across / apart_m;
            return bend_m / (1.0 + 0.5 * bend_m / apart_m);
        }
        let then = self.place_after(bodies, h);
        let half = normal.cross(then.normal).length() / (1.0 + normal.dot(then.normal)).max(1e-3);
        let most_m = across.sqrt() * half;
        (then.gap_m - (gap_m + closer_m)).clamp(-most_m, most_m)
    }

    /// Velocity of the point past the other side, m/s.
    fn velocity(&self, movers: &[Mover], velocities: &[Velocity]) -> DVec3 {
        let of = |point: &Point| {
            let velocity = &velocities[point.mover];
            if point.place_m == DVec3::ZERO {
                return velocity.linear;
            }
            velocity.linear + velocity.angular.cross(movers[point.mover].rotation * point.place_m)
        };
        match &self.other {
            Other::Ball(other) => of(&self.point) - of(other),
            Other::Ground(_) => of(&self.point),
        }
    }

    /// Time in a sub-step at which the gap is closed, s.
    fn touches(&self, bodies: (&[Mover], &[Velocity]), gap_m: f64, h: f64) -> Option<f64> {
        let [mut early, mut late] = [(0.0, gap_m), (h, self.place_after(bodies, h).gap_m)];
        if let Other::Ball(other) = &self.other
            && self.point.place_m == DVec3::ZERO
            && other.place_m == DVec3::ZERO
        {
            let (apart, past) = (self.apart_m(bodies.0), self.velocity(bodies.0, bodies.1));
            let reach_m = self.point.radius_m + other.radius_m;
            let (a, b, c) =
                (past.length_squared(), apart.dot(past), apart.length_squared() - reach_m * reach_m);
            let square = b * b - a * c;
            let time_s = c / (square.max(0.0).sqrt() - b);
            return (square >= 0.0 && b < 0.0 && time_s <= h).then_some(time_s.max(0.0));
        }
        if late.1 >= 0.0 {
            return None;
        }
        for _ in 0..ROUNDS {
            let time_s = (early.0 + (late.0 - early.0) * early.1 / (early.1 - late.1)).clamp(early.0, late.0);
            let gap_m = self.place_after(bodies, time_s).gap_m;
            if gap_m.abs() <= 1e-9 * self.point.radius_m {
                return Some(time_s);
            }
            // Of the end that stays half the value (Illinois), so that it does not stay for long.
            if gap_m > 0.0 {
                early = (time_s, gap_m);
                late.1 *= 0.5;
            } else {
                late = (time_s, gap_m);
                early.1 *= 0.5;
            }
        }
        Some(early.0)
    }
}

/// Whether a way leads farther past a normal than a distance.
fn is_far(way_m: DVec3, normal: DVec3, distance_m: f64) -> bool {
    let along_m = normal.dot(way_m);
    way_m.length_squared() - along_m * along_m > distance_m * distance_m || !way_m.is_finite()
}
