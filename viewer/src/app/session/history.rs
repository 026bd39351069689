//! The past of a run: checkpoints in memory, and what was done to the world between them.

use std::collections::BTreeMap;
use std::mem::discriminant;

use crate::sim::{Carry, Checkpoint, CheckpointError, Deed, Parameter, Pull, World};
use crate::staging::{Foam, FoamState};

/// Bytes that the checkpoints of a run may take; that of the start is kept in any case.
pub(crate) const MEMORY: usize = 256_000_000;
/// Steps between two checkpoints, until memory is full.
const STEPS: u64 = 32;
/// Simulated time in which steering goes on to be one gesture, s.
const GESTURE_S: f64 = 1.0;

/// Checkpoints from the start to the latest step that was reached, and all deeds until then.
///
/// When the checkpoints take more memory than they may, every other one is dropped and they come half as often from then on: the
/// whole past can still be gone to, with more steps to be taken again from the checkpoint before.
#[derive(Debug)]
pub(crate) struct History {
    kept: Vec<Kept>,
    every: u64,
    memory: usize,
    bytes: usize,
    /// Each with the step before which it was done, in order.
    deeds: Vec<(u64, Deed)>,
    /// Deeds before the present step.
    done: usize,
    /// Index of the first deed of each gesture that can be taken back.
    gestures: Vec<usize>,
    present: Given,
    /// The parameters that the world takes while it runs, as they were at the start.
    first: Vec<Parameter>,
    newest: u64,
}

/// What deeds gave that is no part of a checkpoint: it holds until another deed.
#[derive(Clone, Debug, Default)]
struct Given {
    /// The pull of the hand.
    pull: Option<Pull>,
    /// The way of a solid that is carried.
    carry: Option<Carry>,
    /// Parameters that were changed, with their values.
    parameters: BTreeMap<String, f64>,
}

#[derive(Debug)]
struct Kept {
    step: u64,
    /// A checkpoint as it is written to files, whose size is known.
    bytes: Vec<u8>,
    foam: FoamState,
    given: Given,
}

/// Whether two deeds are of one kind, on the same thing.
fn are_alike(last: &Deed, deed: &Deed) -> bool {
    match (last, deed) {
        (Deed::Pull(Some(last)), Deed::Pull(now)) => now.as_ref().is_none_or(|now| now.body == last.body),
        (Deed::Carry(Some(last)), Deed::Carry(now)) => now.as_ref().is_none_or(|now| now.body == last.body),
        (Deed::Steer { body: last, .. }, Deed::Steer { body, .. })
        | (Deed::Set { key: last, .. }, Deed::Set { key: body, .. }) => last == body,
        _ => false,
    }
}

impl Given {
    fn take(&mut self, deed: &Deed) {
        match deed {
            Deed::Pull(pull) => self.pull.clone_from(pull),
            Deed::Carry(carry) => self.carry.clone_from(carry),
            Deed::Set { key, value } => _ = self.parameters.insert(key.clone(), *value),
            Deed::Steer { .. } | Deed::Splash(_) => {}
        }
    }

    /// The value of a parameter, given what it was at the start.
    fn value(&self, first: &Parameter) -> f64 {
        self.parameters.get(&first.key).copied().unwrap_or(first.value)
    }
}

impl Kept {
    fn size(&self) -> usize {
        self.bytes.len() + self.foam.bytes()
    }
}

impl History {
    /// A history that starts with the present state of a world and takes some memory at most, in bytes.
    pub(crate) fn new(world: &World, memory: usize) -> Self {
        let mut history = Self {
            kept: Vec::new(),
            every: STEPS,
            memory,
            bytes: 0,
            deeds: Vec::new(),
            done: 0,
            gestures: Vec::new(),
            present: Given::default(),
            first: world.parameters(),
            newest: world.steps(),
        };
        history.keep(world, &Foam::default());
        history
    }

    /// First step that can be gone back to, and the latest that was reached.
    pub(crate) fn span(&self) -> [u64; 2] {
        [self.kept.first().map_or(0, |kept| kept.step), self.newest]
    }

    /// Goes on as a replay does until a step: what is done there is redone.
    pub(super) fn replay(&mut self, deeds: Vec<(u64, Deed)>, steps: u64) {
        (self.deeds, self.newest) = (deeds, self.newest.max(steps));
    }

    /// All deeds, each with the step before which it was done, in order.
    pub(super) fn deeds(&self) -> &[(u64, Deed)] {
        &self.deeds
    }

    /// Number of checkpoints, and the bytes that they take.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.kept.len(), self.bytes)
    }

    /// Does what was done before the step that comes next, if that is in the past.
    pub(crate) fn redo(&mut self, world: &mut World) {
        while let Some((_, deed)) = self.deeds.get(self.done).filter(|(step, _)| *step <= world.steps()) {
            self.present.take(deed);
            deed.act_on(world);
            self.done += 1;
        }
    }

    /// The parameters that the world takes while it runs: present value, and as they were at the start.
    pub(crate) fn parameters(&self) -> impl ExactSizeIterator<Item = (f64, &Parameter)> {
        self.first.iter().map(|first| (self.present.value(first), first))
    }

    /// The number of the gesture that a deed is a part of, if any: of the last one, or, where the deed goes on with it by all means, of the last that
    /// has a deed of its kind on the same thing.
    fn gesture(&self, deed: &Deed, goes_on: bool, (step, recent): (u64, u64)) -> Option<usize> {
        // What is held in the hand is one gesture until it is let go.
        let is_held = matches!(deed, Deed::Pull(_) | Deed::Carry(_));
        let of_kind = |last: &Deed| discriminant(last) == discriminant(deed);
        let mut all = self.deeds.iter().enumerate().rev();
        let last = match (is_held, goes_on) {
            (true, _) => all.find(|(_, (_, last))| of_kind(last)),
            (_, true) => all.find(|(_, (_, last))| are_alike(last, deed)),
            _ => all.next().filter(|(_, (of, _))| step - of <= recent),
        };
        let (index, _) = last.filter(|(_, (_, last))| are_alike(last, deed))?;
        // Of a replay nothing is taken back.
        self.gestures.partition_point(|first| *first <= index).checked_sub(1)
    }

    /// Does something new. What came later until now is forgotten: it would come out otherwise. None if a new gesture begins with it, which can be
    /// taken back; else the number of gestures that become parts of the one that it goes on with.
    pub(crate) fn act(&mut self, deed: Deed, goes_on: bool, world: &mut World) -> Option<usize> {
        let step = world.steps();
        if self.newest > step || self.done < self.deeds.len() {
            self.forget_after(step);
        }
        self.present.take(&deed);
        deed.act_on(world);
        // The last of many values at one step is the one that counts: a slider gives one in each picture.
        let replaces = |(of, last): &mut (u64, Deed)| match (last, &deed) {
            (Deed::Set { key, .. }, Deed::Set { key: new, .. }) => *of == step && key == new,
            _ => false,
        };
        let recent = (GESTURE_S / world.time_step_s()) as u64;
        let gesture = self.gesture(&deed, goes_on, (step, recent));
        self.deeds.pop_if(replaces);
        let before = self.gestures.len();
        match gesture {
            Some(number) => self.gestures.truncate(number + 1),
            None => self.gestures.push(self.deeds.len()),
        }
        self.deeds.push((step, deed));
        self.done = self.deeds.len();
        gesture.map(|_| before - self.gestures.len())
    }

    /// Takes the last gesture back and goes to the kept state before it; returns the step that it was made before, to which
    /// [`Self::redo`] and steps lead. None if there is no gesture.
    pub(crate) fn undo(
        &mut self,
        world: &mut World,
        foam: &mut Foam,
    ) -> Result<Option<u64>, CheckpointError> {
        let Some(first) = self.gestures.pop() else { return Ok(None) };
        let step = self.deeds[first].0;
        self.enter(self.kept.iter().rposition(|kept| kept.step <= step).unwrap_or_default(), world, foam)?;
        let done = self.done;
        self.done = first;
        self.forget_after(step);
        self.done = done;
        Ok(Some(step))
    }

    /// Goes on with a world in which bodies enter from the present step on; what came later until now is forgotten. Returns the number of deeds until
    /// now.
    pub(super) fn adopt(&mut self, world: &World) -> usize {
        if self.newest > world.steps() || self.done < self.deeds.len() {
            self.forget_after(world.steps());
        }
        self.know(world);
        self.deeds.len()
    }

    /// Goes with a world in which a body does not enter to the kept state before step `now`; from the step on before which it entered all is
    /// forgotten, and of the deeds all but the first ones.
    pub(super) fn leave(
        &mut self,
        (now, entered, deeds): (u64, u64, usize),
        world: &mut World,
        foam: &mut Foam,
    ) -> Result<(), CheckpointError> {
        // The state of the step itself may have it already, where that was simulated again.
        self.kept.retain(|kept| kept.step < entered);
        self.enter(self.kept.iter().rposition(|kept| kept.step <= now).unwrap_or_default(), world, foam)?;
        let (done, newest) = (self.done, self.newest.min(entered));
        self.done = deeds.min(self.deeds.len());
        self.forget_after(entered);
        (self.done, self.newest) = (done.min(self.deeds.len()), newest);
        Ok(())
    }

    /// Brings the list of parameters up to date with the bodies of a world.
    pub(super) fn know(&mut self, world: &World) {
        let now = world.parameters();
        self.first.retain(|first| now.iter().any(|now| now.key == first.key));
        let new = now.into_iter().filter(|now| self.first.iter().all(|first| first.key != now.key));
        let new: Vec<Parameter> = new.collect();
        self.first.extend(new);
    }

    /// Forgets all that is later than a step, and what was done before the step that comes next but is not done yet.
    fn forget_after(&mut self, step: u64) {
        self.deeds.truncate(self.done);
        self.gestures.retain(|first| *first < self.done);
        self.kept.retain(|kept| kept.step <= step);
        self.bytes = self.kept.iter().map(Kept::size).sum();
        self.newest = step;
    }

    /// Notes that a world has taken a step, and keeps its state and its foam when it is time.
    pub(crate) fn stepped(&mut self, world: &World, foam: &Foam) {
        let step = world.steps();
        self.newest = self.newest.max(step);
        let last = self.kept.last().map_or(0, |kept| kept.step);
        if step > last && step.is_multiple_of(self.every) {
            self.keep(world, foam);
        }
    }

    fn keep(&mut self, world: &World, foam: &Foam) {
        let mut bytes = Vec::new();
        // A vector takes all bytes.
        if world.save(&mut bytes).is_err() {
            return;
        }
        let kept =
            Kept { step: world.steps(), bytes, foam: foam.state().clone(), given: self.present.clone() };
        self.bytes += kept.size();
        self.kept.push(kept);
        while self.bytes > self.memory && self.kept.len() > 1 {
            self.every *= 2;
            let (first, every) = (self.span()[0], self.every);
            self.kept.retain(|kept| kept.step == first || kept.step.is_multiple_of(every));
            self.bytes = self.kept.iter().map(Kept::size).sum();
        }
    }

    /// Brings a world to the latest kept state that is not after a step; from there [`Self::redo`] and steps lead to it. It stays
    /// where it is if it is nearer.
    pub(crate) fn approach(
        &mut self,
        step: u64,
        world: &mut World,
        foam: &mut Foam,
    ) -> Result<(), CheckpointError> {
        let now = world.steps();
        let Some(index) = self.kept.iter().rposition(|kept| kept.step <= step) else { return Ok(()) };
        if now <= step && now >= self.kept[index].step { Ok(()) } else { self.enter(index, world, foam) }
    }

    fn enter(&mut self, index: usize, world: &mut World, foam: &mut Foam) -> Result<(), CheckpointError> {
        let kept = &self.kept[index];
        for first in &self.first {
            let [now, then] = [&self.present, &kept.given].map(|given| given.value(first));
            if now != then {
                // It was possible before.
                let _ = world.set(&first.key, then);
            }
        }
        world.restore(&Checkpoint::read(&kept.bytes[..])?)?;
        world.pull(kept.given.pull.as_ref().map(Pull::parts));
        world.carry(kept.given.carry.as_ref().map(Carry::parts));
        *foam = Foam::from_state(kept.foam.clone(), world).unwrap_or_default();
        self.present.clone_from(&kept.given);
        self.done = self.deeds.partition_point(|(before, _)| *before < kept.step);
        Ok(())
    }

    /// Starts anew from the first kept state: all that was done is forgotten.
    pub(crate) fn restart(&mut self, world: &mut World, foam: &mut Foam) -> Result<(), CheckpointError> {
        self.enter(0, world, foam)?;
        self.done = 0;
        self.forget_after(world.steps());
        Ok(())
    }
}
