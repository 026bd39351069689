//! The past of a run: checkpoints in memory, and what was done to the world between them.

use crate::sim::{Checkpoint, CheckpointError, Deed, Pull, World};
use crate::staging::{Foam, FoamState};

/// Bytes that the checkpoints of a run may take; that of the start is kept in any case.
pub(crate) const MEMORY: usize = 256_000_000;
/// Steps between two checkpoints, until memory is full.
const STEPS: u64 = 32;

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
    /// The present pull of the hand.
    pull: Option<Pull>,
    newest: u64,
}

#[derive(Debug)]
struct Kept {
    step: u64,
    /// A checkpoint as it is written to files, whose size is known.
    bytes: Vec<u8>,
    foam: FoamState,
    /// A pull is no part of it.
    pull: Option<Pull>,
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
            pull: None,
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
            deed.act_on(world);
            if let Deed::Pull(pull) = deed {
                self.pull.clone_from(pull);
            }
            self.done += 1;
        }
    }

    /// Does something new. What came later until now is forgotten: it would come out otherwise.
    pub(crate) fn act(&mut self, deed: Deed, world: &mut World) {
        let step = world.steps();
        if self.newest > step || self.done < self.deeds.len() {
            self.forget_after(step);
        }
        deed.act_on(world);
        if let Deed::Pull(pull) = &deed {
            self.pull.clone_from(pull);
        }
        self.deeds.push((step, deed));
        self.done = self.deeds.len();
    }

    /// Forgets all that is later than a step, and what was done before the step that comes next but is not done yet.
    fn forget_after(&mut self, step: u64) {
        self.deeds.truncate(self.done);
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
        let kept = Kept { step: world.steps(), bytes, foam: foam.state().clone(), pull: self.pull.clone() };
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
        world.restore(&Checkpoint::read(&kept.bytes[..])?)?;
        world.pull(kept.pull.as_ref().map(Pull::parts));
        *foam = Foam::from_state(kept.foam.clone(), world).unwrap_or_default();
        self.pull.clone_from(&kept.pull);
        self.done = self.deeds.partition_point(|(before, _)| *before < kept.step);
        Ok(())
    }

    /// The latest kept step that is at least some steps before another; the first if there is none.
    pub(crate) fn kept_before(&self, step: u64, by: u64) -> u64 {
        let mut earlier = self.kept.iter().rev().map(|kept| kept.step);
        earlier.find(|kept| kept + by <= step).unwrap_or(self.span()[0])
    }

    /// Starts anew from the first kept state: all that was done is forgotten.
    pub(crate) fn restart(&mut self, world: &mut World, foam: &mut Foam) -> Result<(), CheckpointError> {
        self.enter(0, world, foam)?;
        self.done = 0;
        self.forget_after(world.steps());
        Ok(())
    }
}
