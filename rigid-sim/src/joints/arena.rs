//! The joints of a world, in slots that are used again after a joint was removed.

use super::joint::{Fitted, JointHandle};
use crate::body::BodyHandle;

#[derive(Debug, Clone, Default)]
pub(crate) struct Joints {
    slots: Vec<(u32, Option<Fitted>)>,
}

impl Joints {
    pub(crate) fn insert(&mut self, joint: Fitted) -> JointHandle {
        let index = self.slots.iter().position(|(_, joint)| joint.is_none()).unwrap_or(self.slots.len());
        if index == self.slots.len() {
            self.slots.push((0, None));
        }
        self.slots[index].1 = Some(joint);
        self.handle(index)
    }

    /// Removes a joint.
    pub(crate) fn remove(&mut self, handle: JointHandle) -> Option<Fitted> {
        let (generation, joint) = self.slots.get_mut(handle.index)?;
        let removed = joint.take_if(|_| *generation == handle.generation)?;
        *generation += 1;
        Some(removed)
    }

    /// Removes all that hold a body.
    pub(crate) fn remove_of(&mut self, body: BodyHandle) {
        for (generation, joint) in &mut self.slots {
            let holds =
                |joint: &mut Fitted| joint.joint.anchors.iter().any(|anchor| anchor.body() == Some(body));
            if joint.take_if(holds).is_some() {
                *generation += 1;
            }
        }
    }

    pub(crate) fn get(&self, handle: JointHandle) -> Option<&Fitted> {
        let (generation, joint) = self.slots.get(handle.index)?;
        joint.as_ref().filter(|_| *generation == handle.generation)
    }

    pub(crate) fn get_mut(&mut self, handle: JointHandle) -> Option<&mut Fitted> {
        let (generation, joint) = self.slots.get_mut(handle.index)?;
        joint.as_mut().filter(|_| *generation == handle.generation)
    }

    pub(crate) fn handle(&self, index: usize) -> JointHandle {
        JointHandle { index, generation: self.slots[index].0 }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &Fitted)> {
        self.slots.iter().enumerate().filter_map(|(i, (_, joint))| joint.as_ref().map(|joint| (i, joint)))
    }

    /// Finds the pairs of bodies that do not touch each other as joints hold them, in ascending order.
    pub(crate) fn find_apart(&self, apart: &mut Vec<(usize, usize)>) {
        apart.clear();
        let acting = self.iter().filter(|(_, fitted)| !fitted.released);
        apart.extend(acting.filter_map(|(_, fitted)| fitted.joint.keeps_apart()));
        apart.sort_unstable();
    }

    /// The joint of a slot.
    pub(crate) fn at(&self, index: usize) -> Option<&Fitted> {
        self.slots.get(index)?.1.as_ref()
    }

    pub(crate) fn at_mut(&mut self, index: usize) -> Option<&mut Fitted> {
        self.slots.get_mut(index)?.1.as_mut()
    }
}
