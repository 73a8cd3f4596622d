//! Who serves the host's requests.

use std::rc::Rc;

use crate::session::{Served, take};
use crate::wire::Js;

/// Serves one method.
pub(crate) trait Handler {
    /// A request; the answer goes to [`super::Runtime::answer`].
    fn serve(&self, served: Served, params: Js);
    /// No answer is wanted any more.
    fn abort(&self, served: Served, reason: Js);
}

/// The handlers of a connection, and what each of them is at.
#[derive(Default)]
pub(crate) struct Handlers {
    last: u32,
    entries: Vec<(u32, String, Rc<dyn Handler>)>,
    busy: Vec<(Served, Rc<dyn Handler>)>,
}

impl Handlers {
    pub(crate) fn add(&mut self, method: String, handler: Rc<dyn Handler>) -> u32 {
        self.last = self.last.wrapping_add(1);
        self.entries.push((self.last, method, handler));
        self.last
    }

    pub(crate) fn remove(&mut self, id: u32) -> Option<Rc<dyn Handler>> {
        let (.., found) = self.entries.iter().find(|(known, ..)| *known == id)?;
        let handler = Rc::clone(found);
        self.entries.retain(|(known, ..)| *known != id);
        Some(handler)
    }

    /// The newest handler of this method.
    pub(crate) fn find(&self, method: &str) -> Option<&Rc<dyn Handler>> {
        self.entries
            .iter()
            .rev()
            .find(|(_, known, _)| known == method)
            .map(|(.., handler)| handler)
    }

    /// The handler that is to serve this request.
    pub(crate) fn begin(&mut self, method: &str, served: Served) -> Option<Rc<dyn Handler>> {
        let handler = Rc::clone(self.find(method)?);
        self.busy.push((served, Rc::clone(&handler)));
        Some(handler)
    }

    /// The request needs its handler no more.
    pub(crate) fn done(&mut self, served: Served) -> Option<Rc<dyn Handler>> {
        let index = self.busy.iter().position(|(known, _)| *known == served)?;
        Some(take(&mut self.busy, index)?.1)
    }
}
