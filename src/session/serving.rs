//! The requests of the other side that are being served.

use crate::wire::{Id, Value};

/// An id of the other side's.
pub trait PeerId {
    /// Whether both are the same id: of the same type, and equal.
    fn is(&self, other: &Self) -> bool;

    /// Whether the other side means this one: it may spell a number as a string.
    fn is_meant_by(&self, other: &Self) -> bool;

    /// The number that it is or spells, NaN for none: ids that mean the same have the same.
    fn spells(&self) -> f64;
}

impl PeerId for Id {
    fn is(&self, other: &Self) -> bool {
        self == other
    }

    fn is_meant_by(&self, other: &Self) -> bool {
        self == other || *self == Self::Number(other.number())
    }

    fn spells(&self) -> f64 {
        self.number()
    }
}

impl<V: Value> PeerId for V {
    fn is(&self, other: &Self) -> bool {
        self.is_same_id(other)
    }

    fn is_meant_by(&self, other: &Self) -> bool {
        // Two numbers that differ in digits only, beyond what a double tells apart, are two ids.
        self.is_same_id(other)
            || other.number().is_none() && self.number() == Some(other.id_number())
    }

    fn spells(&self) -> f64 {
        self.id_number()
    }
}

/// A request that is being served: ours to name, for a peer may use an id twice.
pub type Served = u32;

/// Remembers which requests still want an answer, so that each gets exactly one, or none if it was cancelled.
#[derive(Debug)]
pub struct Serving<I> {
    last: Served,
    /// With the number that each id spells: a peer may cancel very many at once, and most need not be compared.
    open: Vec<(Served, f64, I)>,
}

impl<I> Default for Serving<I> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I> Serving<I> {
    /// Nothing to serve.
    pub const fn new() -> Self {
        Self {
            last: 0,
            open: Vec::new(),
        }
    }

    /// The answer is ready: gives the id to answer; `None` if the request was cancelled or has its answer.
    pub fn finish(&mut self, served: Served) -> Option<I> {
        let index = self.open.iter().position(|(known, ..)| *known == served)?;
        Some(take(&mut self.open, index)?.2)
    }

    /// Forgets a request; to be called until there is none.
    pub fn forget(&mut self) -> Option<Served> {
        self.open.pop().map(|(served, ..)| served)
    }
}

impl<I: PeerId> Serving<I> {
    /// Begins to serve a request. Says also whether its id is in use already.
    pub fn begin(&mut self, id: I) -> (Served, bool) {
        let spelled = id.spells();
        let reused = self.like(spelled).any(|(_, known)| known.is(&id));
        self.last = self.last.wrapping_add(1);
        self.open.push((self.last, spelled, id));
        (self.last, reused)
    }

    /// Whether a request with this id is being served.
    pub fn has(&self, id: &I) -> bool {
        self.position(id).is_some()
    }

    fn position(&self, id: &I) -> Option<usize> {
        let mut like = self.like(id.spells());
        Some(like.find(|(_, known)| known.is_meant_by(id))?.0)
    }

    /// Those that may be the same, with where they stand.
    fn like(&self, spelled: f64) -> impl Iterator<Item = (usize, &I)> {
        let open = self.open.iter().enumerate();
        open.filter_map(move |(index, (_, number, id))| {
            let may_be = *number == spelled || (number.is_nan() && spelled.is_nan());
            may_be.then_some((index, id))
        })
    }

    /// The other side wants no answer any more.
    pub fn cancel(&mut self, id: &I) -> Option<Served> {
        let index = self.position(id)?;
        Some(take(&mut self.open, index)?.0)
    }
}

/// Takes an item out of a list whose order does not matter.
fn take<T>(items: &mut Vec<T>, index: usize) -> Option<T> {
    let last = items.pop()?;
    match items.get_mut(index) {
        Some(item) => Some(std::mem::replace(item, last)),
        None => Some(last),
    }
}
