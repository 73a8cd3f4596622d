//! What the codec asks of a payload. Not a document model: a message's payload is never walked, converted or copied.

use super::{BadId, Id, Word};

/// What a value is, in JSON's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// No such member; in JavaScript `undefined` too.
    Absent,
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
    /// Nothing that JSON has: a function, a bigint, a symbol, or a member that could not be read.
    Other,
}

impl Kind {
    /// All of them, by their numbers.
    pub(crate) const ALL: [Self; 8] = [
        Self::Absent,
        Self::Null,
        Self::Bool,
        Self::Number,
        Self::String,
        Self::Array,
        Self::Object,
        Self::Other,
    ];
}

/// A payload as the codec sees it.
///
/// Members are *own* members. A value is only asked for members through [`Fields`], which exists for objects alone.
/// Writing ([`Value::put`]) is for objects that were made by [`Value::object`] or [`Value::copy`]: nothing that arrived is changed.
pub trait Value: Clone {
    /// How an object's members are to be read; found out once per object.
    type Access: Copy;

    /// How members are read that may be inherited, of whatever this is.
    const PLAIN: Self::Access;

    /// Whether a clone is the same object, so that what is put into one shows in the other.
    const SHARED: bool;

    /// What this value is.
    fn kind(&self) -> Kind;

    /// Whether this is a JSON object (an array is not).
    fn is_object(&self) -> bool {
        self.kind() == Kind::Object
    }

    /// Whether there is nothing here.
    fn is_absent(&self) -> bool {
        self.kind() == Kind::Absent
    }

    /// Whether this is `null`.
    fn is_null(&self) -> bool {
        self.kind() == Kind::Null
    }

    /// Whether this is an array.
    fn is_array(&self) -> bool {
        self.kind() == Kind::Array
    }

    /// Whether this is a string.
    fn is_string(&self) -> bool {
        self.kind() == Kind::String
    }

    /// How to read this object's members; `None` if it is none. An array may count as an object without members.
    fn access(&self) -> Option<Self::Access>;

    /// The own member `key` of an object; ask through [`Fields::get`].
    #[must_use]
    fn member(&self, access: Self::Access, key: Word) -> Self;

    /// The member `key`, of whatever this is, and perhaps an inherited one: for a first look that costs little.
    #[must_use]
    fn peek(&self, key: Word) -> Self {
        self.member(Self::PLAIN, key)
    }

    /// The own member `key`, if this is an object; else absent.
    #[must_use]
    fn field(&self, key: Word) -> Self {
        Fields::of(self).map_or_else(Self::absent, |fields| fields.get(key))
    }

    /// The own member of this name, if this is an object; else absent. Slow: for names that are not the protocol's.
    #[cfg(feature = "client")]
    #[must_use]
    fn named(&self, name: &str) -> Self;

    /// Sets a member of an object of our own making, by a name that is not the protocol's.
    #[cfg(feature = "client")]
    fn put_named(&mut self, name: &str, value: &Self);

    /// The names of an object's own members.
    fn names(&self) -> Vec<String>;

    /// Whether an object has an own member `key`, with whatever value.
    fn has(&self, key: Word) -> bool {
        self.names().iter().any(|own| own == key.as_str())
    }

    /// How many own members an object has; 0 for what is none.
    fn size(&self) -> usize {
        self.names().len()
    }

    /// Whether an object has this many members of an envelope, and nothing else: then what [`Self::peek`] found of them is not inherited.
    fn is_envelope(&self, members: usize) -> bool {
        self.size() == members
    }

    /// How many items an array has; not to be asked of anything else.
    fn len(&self) -> usize;

    /// Whether an array has no items.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// An array's item; absent behind its end.
    #[must_use]
    fn item(&self, index: usize) -> Self;

    /// The number, if it is one.
    fn number(&self) -> Option<f64>;

    /// The integer, if it is one; else NaN.
    fn integer(&self) -> f64 {
        // An infinity has no fraction of any kind.
        let integer = self.number().filter(|number| number.fract() == 0.0);
        integer.unwrap_or(f64::NAN)
    }

    /// The truth value, if it is one.
    fn boolean(&self) -> Option<bool>;

    /// The string, if it is one. A copy: for names, not for payloads.
    fn text(&self) -> Option<String>;

    /// Whether this is exactly that string.
    fn is_text(&self, text: &str) -> bool {
        self.text().is_some_and(|own| own == text)
    }

    /// Whether this is exactly that word.
    fn is_word(&self, word: Word) -> bool {
        self.is_text(word.as_str())
    }

    /// The word that this is, if it is one.
    fn as_word(&self) -> Option<Word> {
        let text = self.text()?;
        let known = Word::ALL.iter().find(|word| word.as_str() == text);
        known.copied()
    }

    /// This value as a JSON-RPC id.
    ///
    /// # Errors
    /// [`BadId`] says what it is instead.
    fn id(&self) -> Result<Id, BadId> {
        Id::read(self)
    }

    /// Why this value is no JSON-RPC id; `None` if it is one.
    fn bad_id(&self) -> Option<BadId> {
        match self.number() {
            Some(number) if !number.is_finite() => Some(BadId::Type),
            Some(number) => (number.trunc() != number).then_some(BadId::Fraction),
            None => match self.kind() {
                Kind::String => None,
                Kind::Absent => Some(BadId::Absent),
                Kind::Null => Some(BadId::Null),
                _ => Some(BadId::Type),
            },
        }
    }

    /// Whether both are the same id: of the same type, and equal.
    fn is_same_id(&self, other: &Self) -> bool {
        matches!((self.id(), other.id()), (Ok(one), Ok(two)) if one == two)
    }

    /// The number that this id is, or spells (see [`Id::number`]); NaN if it does neither.
    fn id_number(&self) -> f64 {
        self.id().map_or(f64::NAN, |id| id.number())
    }

    /// A value for an id of ours or of the peer's.
    fn from_id(id: &Id) -> Self {
        match id {
            Id::Number(number) => Self::from_number(*number),
            Id::Big(text) | Id::Text(text) => Self::from_text(text),
        }
    }

    /// No value.
    fn absent() -> Self;

    /// `null`.
    fn null() -> Self;

    /// A new, empty object.
    fn object() -> Self;

    /// A new array of these items.
    fn array(items: Vec<Self>) -> Self;

    /// A number.
    fn from_number(number: f64) -> Self;

    /// A truth value.
    fn from_bool(truth: bool) -> Self;

    /// A string.
    fn from_text(text: &str) -> Self;

    /// A word.
    fn word(word: Word) -> Self {
        Self::from_text(word.as_str())
    }

    /// A request.
    fn request(id: f64, method: &Self, params: &Self) -> Self {
        let mut frame: Self = envelope();
        frame.put(Word::Id, &Self::from_number(id));
        put_call(&mut frame, method, params);
        frame
    }

    /// A notification.
    fn notification(method: &Self, params: &Self) -> Self {
        let mut frame: Self = envelope();
        put_call(&mut frame, method, params);
        frame
    }

    /// A reply with this `result` or `error`.
    fn reply(id: &Self, key: Word, payload: &Self) -> Self {
        let mut frame: Self = envelope();
        frame.put(Word::Id, id);
        frame.put(key, payload);
        frame
    }

    /// A new object with the same own members, shared by reference; `None` if they cannot be read.
    fn copy(&self) -> Option<Self>;

    /// A new object with the members of this one, and of `over` where both have one; `None` if they cannot be read.
    fn merged(&self, over: &Self) -> Option<Self>;

    /// Whether both would be written as the same JSON. Slow: for what happens once.
    fn is_same_data(&self, other: &Self) -> bool;

    /// Sets a member of an object of our own making.
    fn put(&mut self, key: Word, value: &Self);

    /// Sets the progress token in the `_meta` of a request.
    fn put_token(&mut self, token: f64) {
        self.put(Word::ProgressToken, &Self::from_number(token));
    }
}

/// A new object with nothing but `"jsonrpc": "2.0"`.
fn envelope<V: Value>() -> V {
    let mut frame = V::object();
    frame.put(Word::Jsonrpc, &V::word(Word::JsonrpcVersion));
    frame
}

/// A method, and params unless they are absent.
fn put_call<V: Value>(frame: &mut V, method: &V, params: &V) {
    frame.put(Word::Method, method);
    if !params.is_absent() {
        frame.put(Word::Params, params);
    }
}

/// The members of a value that is known to be an object.
#[derive(Debug)]
pub struct Fields<'a, V: Value> {
    object: &'a V,
    access: V::Access,
}

impl<'a, V: Value> Fields<'a, V> {
    /// The members of `value`, if it is an object. An array may count as one without members.
    pub fn of(value: &'a V) -> Option<Self> {
        Some(Self {
            object: value,
            access: value.access()?,
        })
    }

    /// The members of whatever this is, inherited ones too, at little cost: for a first look.
    pub(super) const fn plain(value: &'a V) -> Self {
        Self {
            object: value,
            access: V::PLAIN,
        }
    }

    /// An own member; absent if there is none.
    pub fn get(&self, key: Word) -> V {
        self.object.member(self.access, key)
    }
}
