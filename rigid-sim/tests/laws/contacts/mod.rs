//! Contacts whose outcome is known in closed form, or by similarity.

mod stacks;
