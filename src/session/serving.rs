//! The requests of the other side that are being served.

use crate::wire::Id;

/// A request that is being served: ours to name, for a peer may use an id twice.
pub type Served = u32;

/// Remembers which requests still want an answer, so that each gets exactly one, or none if it was cancelled.
#[derive(Debug, Default)]
pub struct Serving {
    last: Served,
    open: Vec<(Served, Id)>,
}

impl Serving {
    /// Nothing to serve.
    pub const fn new() -> Self {
        Self {
            last: 0,
            open: Vec::new(),
        }
    }

    /// Begins to serve a request. Says also whether its id is in use already.
    pub fn begin(&mut self, id: Id) -> (Served, bool) {
        let reused = self.open.iter().any(|(_, known)| *known == id);
        self.last = self.last.wrapping_add(1);
        self.open.push((self.last, id));
        (self.last, reused)
    }

    /// Whether a request with this id is being served.
    pub fn has(&self, id: &Id) -> bool {
        self.position(id).is_some()
    }

    fn position(&self, id: &Id) -> Option<usize> {
        let number = id.number();
        let same = |known: &Id| known == id || *known == Id::Number(number);
        self.open.iter().position(|(_, known)| same(known))
    }

    /// The answer is ready: gives the id to answer; `None` if the request was cancelled or has its answer.
    pub fn finish(&mut self, served: Served) -> Option<Id> {
        let index = self.open.iter().position(|(known, _)| *known == served)?;
        Some(take(&mut self.open, index)?.1)
    }

    /// The other side wants no answer any more. A number may be spelled as a string.
    pub fn cancel(&mut self, id: &Id) -> Option<Served> {
        let index = self.position(id)?;
        Some(take(&mut self.open, index)?.0)
    }

    /// Forgets all.
    pub fn close(&mut self) -> Vec<Served> {
        let open = std::mem::take(&mut self.open);
        open.into_iter().map(|(served, _)| served).collect()
    }
}

/// Takes an item out of a list whose order does not matter.
pub(crate) fn take<T>(items: &mut Vec<T>, index: usize) -> Option<T> {
    let last = items.pop()?;
    match items.get_mut(index) {
        Some(item) => Some(std::mem::replace(item, last)),
        None => Some(last),
    }
}
