//! Contacts whose outcome is known in closed form, or by similarity.

mod bowls;
mod impacts;
mod stacks;
