//! Fewer contact points with the same effect.

use super::pair::Contact;
use glam::DVec3;

/// Keeps the deepest of the contacts from `first` on, and of the others those that reach farthest, `most` in all.
///
/// Each next one is the farthest from all that were kept; ties go to the first.
pub(super) fn reduce(contacts: &mut Vec<Contact>, first: usize, most: usize) {
    let all = &mut contacts[first..];
    if all.len() <= most {
        return;
    }
    let deepest = (0..all.len()).reduce(|i, j| if all[j].gap_m < all[i].gap_m { j } else { i });
    all.swap(0, deepest.unwrap_or(0));
    for kept in 1..most {
        let distance = |p: DVec3| {
            all[..kept].iter().map(|k| k.point_m.distance_squared(p)).fold(f64::INFINITY, f64::min)
        };
        let farthest = (kept..all.len())
            .map(|i| (i, distance(all[i].point_m)))
            .reduce(|far, next| if next.1 > far.1 { next } else { far });
        all.swap(kept, farthest.map_or(kept, |(i, _)| i));
    }
    // What a point carried that is left out, the nearest one takes over: points change places by rounding.
    let (kept, dropped) = all.split_at_mut(most);
    for contact in dropped.iter().filter(|contact| contact.impulse.normal > 0.0) {
        let distance = |k: &Contact| k.point_m.distance_squared(contact.point_m);
        let nearest = kept.iter_mut().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        if let Some(nearest) = nearest {
            nearest.impulse.normal += contact.impulse.normal;
            nearest.impulse.friction += contact.impulse.friction;
        }
    }
    contacts.truncate(first + most);
    contacts[first..].sort_by_key(|contact| contact.place);
}
