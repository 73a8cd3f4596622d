//! What the codec has JavaScript do with a value, in one go each. None of these throws, whatever the value is: a getter, a Proxy.
//!
//! For the npm package they are functions of its own (`pkg-template/ts/intrinsics.ts`), put beside the glue by its build: each is one
//! crossing, without an exception to be looked for, and no text crosses. A crate has no such build: there they are made of builtins.

#[cfg(any(not(feature = "js"), feature = "widget"))]
mod builtin;
#[cfg(all(feature = "js", not(feature = "widget")))]
mod package;

#[cfg(any(not(feature = "js"), feature = "widget"))]
pub(crate) use builtin::*;
#[cfg(all(feature = "js", not(feature = "widget")))]
pub(crate) use package::*;
