use lbm_core::Trouble;

/// Events of a step. The step itself does not fail.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StepReport {
    /// The cell at which the flow has left the range of the method, if any, by no fault of a body that is `quarantined`.
    pub trouble: Option<Trouble>,
    /// Bodies that the run cannot follow, taken out of the world at the end of the step ([`World::quarantined`](crate::World::quarantined)): their
    /// motion was no longer finite, faster than the lattice by their added mass, or they were thrown higher than water throws a body, or out
    /// of the domain, or they, or the races of their propellers, were faster than waves and broke the water, which was laid still around them.
    pub quarantined: Vec<String>,
    /// Reason for which the run cannot go on, if any: the water could not follow a driven body, and all of them were stopped,
    /// or there is no pressure that keeps it in the space under a hull that is a rigid lid.
    pub stopped: Option<String>,
}
