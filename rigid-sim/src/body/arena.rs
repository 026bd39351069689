//! The bodies of a world, in slots that are used again after a body was removed.

use super::rigid_body::RigidBody;

/// Names a body of one [`World`](crate::World): a slot, and how often the slot was emptied before. It stays the same while the
/// body lives, and names nothing after the body was removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodyHandle {
    index: u32,
    generation: u32,
}

impl BodyHandle {
    /// The handle of a slot, from 0, that was emptied `generation` times. A world from which nothing was removed gives its
    /// bodies the slots 0, 1, 2 … in the order of insertion.
    pub fn new(index: usize, generation: u32) -> Self {
        Self { index: u32::try_from(index).unwrap_or(u32::MAX), generation }
    }

    /// The slot.
    pub fn index(self) -> usize {
        self.index as usize
    }

    /// Number of times that the slot was emptied before.
    pub fn generation(self) -> u32 {
        self.generation
    }
}

#[derive(Debug, Clone)]
struct Slot {
    generation: u32,
    body: Option<RigidBody>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Bodies {
    slots: Vec<Slot>,
}

impl Bodies {
    /// Number of slots, with empty ones.
    pub(crate) fn slots(&self) -> usize {
        self.slots.len()
    }

    /// Into the first empty slot.
    pub(crate) fn insert(&mut self, body: RigidBody) -> BodyHandle {
        let index = self.slots.iter().position(|slot| slot.body.is_none()).unwrap_or(self.slots.len());
        if index == self.slots.len() {
            self.slots.push(Slot { generation: 0, body: None });
        }
        self.slots[index].body = Some(body);
        self.handle(index)
    }

    pub(crate) fn remove(&mut self, handle: BodyHandle) -> Option<RigidBody> {
        self.get(handle)?;
        let slot = &mut self.slots[handle.index()];
        slot.generation += 1;
        slot.body.take()
    }

    pub(crate) fn handle(&self, index: usize) -> BodyHandle {
        BodyHandle::new(index, self.slots[index].generation)
    }

    pub(crate) fn get(&self, handle: BodyHandle) -> Option<&RigidBody> {
        let slot = self.slots.get(handle.index())?;
        slot.body.as_ref().filter(|_| slot.generation == handle.generation)
    }

    pub(crate) fn get_mut(&mut self, handle: BodyHandle) -> Option<&mut RigidBody> {
        let slot = self.slots.get_mut(handle.index())?;
        slot.body.as_mut().filter(|_| slot.generation == handle.generation)
    }

    /// The body of a slot.
    pub(crate) fn at(&self, index: usize) -> Option<&RigidBody> {
        self.slots.get(index)?.body.as_ref()
    }

    /// All bodies with their slots.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &RigidBody)> + Clone {
        self.slots.iter().enumerate().filter_map(|(i, slot)| slot.body.as_ref().map(|body| (i, body)))
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (usize, &mut RigidBody)> {
        self.slots.iter_mut().enumerate().filter_map(|(i, slot)| slot.body.as_mut().map(|body| (i, body)))
    }
}
