//! What each origin speaks, for as long as the page lives: the next client of it need not find out.

use std::cell::RefCell;

use crate::cell;
use crate::client::Version;

thread_local! {
    static KNOWN: RefCell<Vec<(String, Version)>> = const { RefCell::new(Vec::new()) };
}

pub(super) fn find(origin: &str) -> Option<Version> {
    KNOWN.with(|known| {
        let known = cell::read(known);
        let found = known.iter().find(|(known, _)| known == origin);
        found.map(|(_, version)| *version)
    })
}

pub(super) fn remember(origin: &str, version: Version) {
    forget(origin);
    KNOWN.with(|known| cell::write(known).push((origin.into(), version)));
}

pub(super) fn forget(origin: &str) {
    KNOWN.with(|known| cell::write(known).retain(|(known, _)| known != origin));
}
