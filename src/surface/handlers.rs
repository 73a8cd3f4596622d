//! Who serves which method.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use crate::cell;
use crate::session::Served;
use crate::wire::{Js, Value};

/// What a request is answered with: a result, or the code, the message and the data of an error.
pub(crate) type Reply = Result<Js, (f64, Js, Js)>;

/// Serves one method.
pub(crate) trait Handler {
    /// A request; the answer goes to [`Serving::reply`].
    fn serve(&self, served: Served, params: Js);
    /// No answer is wanted any more.
    fn abort(&self, served: Served);
}

/// Who has handlers, and sends their answers.
pub(crate) trait Serving: 'static {
    /// The handlers. `None` if nothing is served any more.
    fn handlers(&self) -> Option<&Handlers>;

    /// Answers a request.
    fn reply(&self, served: Served, answer: Reply);
}

#[derive(Default)]
struct Lists {
    last: u32,
    handlers: Vec<(u32, String, Rc<dyn Handler>)>,
    /// What is being served.
    busy: Vec<(Served, Rc<dyn Handler>)>,
}

/// Handlers, by their methods. None of them is called, cloned or dropped while the lists are borrowed: it may come back in.
#[derive(Default)]
pub(crate) struct Handlers(RefCell<Lists>);

impl fmt::Debug for Handlers {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Handlers").finish_non_exhaustive()
    }
}

impl Handlers {
    /// Gives the number by which it can be taken away.
    pub(crate) fn add(&self, method: String, handler: Rc<dyn Handler>) -> u32 {
        let mut lists = cell::write(&self.0);
        lists.last = lists.last.wrapping_add(1);
        let id = lists.last;
        lists.handlers.push((id, method, handler));
        id
    }

    pub(crate) fn remove(&self, id: u32) {
        let mut lists = cell::write(&self.0);
        let index = lists.handlers.iter().position(|(known, ..)| *known == id);
        let removed = index.map(|index| lists.handlers.remove(index));
        drop(lists);
        drop(removed);
    }

    /// The newest handler of this method.
    fn find(&self, method: &Js) -> Option<Rc<dyn Handler>> {
        let method = method.text()?;
        let lists = cell::read(&self.0);
        let known = |(_, known, _): &&(u32, String, _)| *known == method;
        let (.., handler) = lists.handlers.iter().rev().find(known)?;
        Some(Rc::clone(handler))
    }

    #[cfg(feature = "widget")]
    pub(crate) fn can_serve(&self, method: &Js) -> bool {
        self.find(method).is_some()
    }

    #[cfg(feature = "http")]
    pub(crate) fn is_empty(&self) -> bool {
        cell::read(&self.0).handlers.is_empty()
    }

    /// Has a request served. Whether there is somebody to do so.
    pub(crate) fn serve(&self, served: Served, method: &Js, params: Js) -> bool {
        let Some(handler) = self.find(method) else {
            return false;
        };
        let busy = (served, Rc::clone(&handler));
        cell::write(&self.0).busy.push(busy);
        handler.serve(served, params);
        true
    }

    /// No answer is wanted any more.
    pub(crate) fn abort(&self, served: Served) {
        if let Some(handler) = self.done(served) {
            handler.abort(served);
        }
    }

    /// A request is answered: who has served it.
    pub(crate) fn done(&self, served: Served) -> Option<Rc<dyn Handler>> {
        let busy = &mut cell::write(&self.0).busy;
        let index = busy.iter().position(|(known, _)| *known == served)?;
        Some(busy.swap_remove(index).1)
    }

    /// Takes all of them away.
    pub(crate) fn clear(&self) {
        let lists = std::mem::take(&mut *cell::write(&self.0));
        drop(lists);
    }
}
