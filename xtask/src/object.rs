//! The compiler's WebAssembly objects, as far as taking the body of a function needs it. Not a parser of modules.
//!
//! The format is in the tool conventions of WebAssembly, `Linking.md`: sections, with a symbol table in `linking`, and
//! in `reloc.CODE` each place in the code where the linker writes an address.

use std::ops::Range;

const IMPORT: u8 = 2;
const CODE: u8 = 10;
const CUSTOM: u8 = 0;

const SYMBOL_TABLE: u8 = 8;
const FUNCTION: u8 = 0;
const DATA: u8 = 1;
const SECTION: u8 = 3;
const UNDEFINED: u32 = 0x10;
const EXPLICIT_NAME: u32 = 0x40;

/// Kinds of relocations: the index of a called function; addresses of a function in the table and of data, as the
/// operand of `i32.const`.
const FUNCTION_INDEX: u8 = 0;
const TABLE_INDEX: u8 = 1;
const MEMORY_ADDRESS: u8 = 4;
/// The kinds that add a number to the address.
const WITH_ADDEND: [u8; 11] = [3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 22];

const UNREACHABLE: u8 = 0x00;
const NOP: u8 = 0x01;
const END: u8 = 0x0b;
const CALL: u8 = 0x10;
const LOCAL_GET: u8 = 0x20;
const I32_CONST: u8 = 0x41;

/// Makes a trap of each function that is picked by name. Nothing in the code moves. What the function has referred to is
/// referred to no longer, nor is what a call of it is given: the call does not return, so whatever lies on the stack
/// before it is of no use to anybody. Gives nothing if the object is another than expected.
pub(crate) fn cut(mut bytes: Vec<u8>, mut pick: impl FnMut(&str) -> bool) -> Option<Vec<u8>> {
    let sections = sections(&bytes)?;
    let find = |name: &str| sections.iter().find(|it| it.name == name);
    let number = sections.iter().position(|it| it.id == CODE)?;
    let code = sections[number].body.clone();
    let relocations = find("reloc.CODE")?;
    let imported = imports(&bytes)?.len();
    let bodies = bodies(&bytes, code.clone())?;

    let symbols = symbols(&bytes, find("linking")?.body.clone())?;
    let picked: Vec<Option<usize>> = symbols
        .iter()
        .map(|symbol| match symbol {
            Some((name, index)) if pick(name) => index.checked_sub(imported),
            _ => None,
        })
        .collect();
    let cut: Vec<Range<usize>> = picked
        .iter()
        .flatten()
        .map(|&index| bodies.get(index).cloned())
        .collect::<Option<_>>()?;

    let mut read = Reader::new(&bytes, relocations.body.clone());
    if read.number()? as usize != number {
        return None;
    }
    let all: Vec<Relocation> = (0..read.number()?)
        .map(|_| read.relocation(code.start))
        .collect::<Option<_>>()?;
    let traps: Vec<usize> = all
        .iter()
        .filter(|it| {
            it.kind == FUNCTION_INDEX && picked.get(it.symbol).is_some_and(Option::is_some)
        })
        .map(|it| it.at)
        .collect();
    let (mut kept, mut arguments) = (Vec::new(), Vec::new());
    for relocation in &all {
        if cut.iter().any(|body| body.contains(&relocation.at)) {
            continue;
        }
        if is_argument(&bytes, relocation, &traps) {
            arguments.push(relocation.at);
        } else {
            kept.push(&bytes[relocation.bytes.clone()]);
        }
    }

    let mut section = leb("reloc.CODE".len());
    section.extend(b"reloc.CODE");
    section.extend(leb(number));
    section.extend(leb(kept.len()));
    section.extend(kept.concat());
    let (whole, length) = (relocations.whole.clone(), leb(section.len()));
    for body in cut {
        trap(&mut bytes[body])?;
    }
    for at in arguments {
        // Zero, in the five bytes that the linker would have written over.
        bytes[at..at + 5].copy_from_slice(&[0x80, 0x80, 0x80, 0x80, 0x00]);
    }
    bytes.splice(whole, [vec![CUSTOM], length, section].concat());
    Some(bytes)
}

/// No locals, the trap, and as many bytes as before.
fn trap(body: &mut [u8]) -> Option<()> {
    let [locals, first, rest @ .., last] = body else {
        return None;
    };
    (*locals, *first, *last) = (0, UNREACHABLE, END);
    rest.fill(NOP);
    Some(())
}

/// Whether this is a constant that only other operands separate from the call of a function that is cut.
fn is_argument(bytes: &[u8], relocation: &Relocation, traps: &[usize]) -> bool {
    if !matches!(relocation.kind, TABLE_INDEX | MEMORY_ADDRESS)
        || bytes[relocation.at - 1] != I32_CONST
    {
        return false;
    }
    let mut at = relocation.at + 5;
    while matches!(bytes.get(at), Some(&(I32_CONST | LOCAL_GET))) {
        at += 1;
        while bytes.get(at).is_some_and(|byte| byte & 0x80 != 0) {
            at += 1;
        }
        at += 1;
    }
    bytes.get(at) == Some(&CALL) && traps.contains(&(at + 1))
}

struct Section {
    id: u8,
    /// Of a custom section.
    name: String,
    whole: Range<usize>,
    /// Without the name.
    body: Range<usize>,
}

struct Relocation {
    kind: u8,
    at: usize,
    symbol: usize,
    bytes: Range<usize>,
}

fn sections(bytes: &[u8]) -> Option<Vec<Section>> {
    if !bytes.starts_with(b"\0asm\x01\0\0\0") {
        return None;
    }
    let mut read = Reader::new(bytes, 8..bytes.len());
    let mut found = Vec::new();
    while read.at < read.end {
        let start = read.at;
        let id = read.byte()?;
        let size = read.number()? as usize;
        let end = read
            .at
            .checked_add(size)
            .filter(|end| *end <= bytes.len())?;
        let name = if id == CUSTOM { read.text()? } else { "" };
        found.push(Section {
            id,
            name: name.to_owned(),
            whole: start..end,
            body: read.at..end,
        });
        read.at = end;
    }
    Some(found)
}

/// The functions that are imported; they are numbered first.
pub(crate) fn imports(bytes: &[u8]) -> Option<Vec<&str>> {
    let mut functions = Vec::new();
    let sections = sections(bytes)?;
    let Some(section) = sections.iter().find(|it| it.id == IMPORT) else {
        return Some(functions);
    };
    let mut read = Reader::new(bytes, section.body.clone());
    for _ in 0..read.number()? {
        read.text()?;
        let name = read.text()?;
        match read.byte()? {
            0 => {
                read.number()?;
                functions.push(name);
            }
            1 => {
                read.byte()?;
                read.limits()?;
            }
            2 => read.limits()?,
            3 => {
                read.byte()?;
                read.byte()?;
            }
            _ => return None,
        }
    }
    Some(functions)
}

fn bodies(bytes: &[u8], section: Range<usize>) -> Option<Vec<Range<usize>>> {
    let mut read = Reader::new(bytes, section);
    (0..read.number()?)
        .map(|_| {
            let size = read.number()? as usize;
            let start = read.at;
            read.at = start.checked_add(size).filter(|end| *end <= read.end)?;
            Some(start..read.at)
        })
        .collect()
}

/// Each symbol; of those that are functions with a body, name and number.
fn symbols(bytes: &[u8], section: Range<usize>) -> Option<Vec<Option<(&str, usize)>>> {
    let mut read = Reader::new(bytes, section);
    read.number()?;
    loop {
        let kind = read.byte()?;
        let size = read.number()? as usize;
        if kind == SYMBOL_TABLE {
            break;
        }
        read.at += size;
    }
    (0..read.number()?)
        .map(|_| {
            let (kind, flags) = (read.byte()?, read.number()?);
            let defined = flags & UNDEFINED == 0;
            match kind {
                DATA => {
                    read.text()?;
                    if defined {
                        read.number()?;
                        read.number()?;
                        read.number()?;
                    }
                    Some(None)
                }
                SECTION => read.number().map(|_| None),
                _ => {
                    let index = read.number()? as usize;
                    let named = defined || flags & EXPLICIT_NAME != 0;
                    let name = if named { read.text()? } else { "" };
                    Some((kind == FUNCTION && defined).then_some((name, index)))
                }
            }
        })
        .collect()
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    end: usize,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8], range: Range<usize>) -> Self {
        Self {
            bytes,
            at: range.start,
            end: range.end,
        }
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at).filter(|_| self.at < self.end)?;
        self.at += 1;
        Some(byte)
    }

    fn number(&mut self) -> Option<u32> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            number |= u32::from(byte & 0x7f).checked_shl(shift)?;
            if byte & 0x80 == 0 {
                return Some(number);
            }
            shift += 7;
        }
    }

    fn text(&mut self) -> Option<&'a str> {
        let size = self.number()? as usize;
        let text = self.bytes.get(self.at..self.at.checked_add(size)?)?;
        self.at += size;
        str::from_utf8(text).ok()
    }

    fn limits(&mut self) -> Option<()> {
        let has_maximum = self.byte()? & 1 != 0;
        self.number()?;
        if has_maximum {
            self.number()?;
        }
        Some(())
    }

    fn relocation(&mut self, code: usize) -> Option<Relocation> {
        let start = self.at;
        let kind = self.byte()?;
        let at = code + self.number()? as usize;
        let symbol = self.number()? as usize;
        if WITH_ADDEND.contains(&kind) {
            self.number()?;
        }
        (at < self.bytes.len()).then_some(Relocation {
            kind,
            at,
            symbol,
            bytes: start..self.at,
        })
    }
}

fn leb(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(id: u8, name: &str, content: &[u8]) -> Vec<u8> {
        let mut body = Vec::new();
        if id == CUSTOM {
            body = [leb(name.len()), name.as_bytes().to_vec()].concat();
        }
        body.extend(content);
        [vec![id], leb(body.len()), body].concat()
    }

    /// One function is imported; `end` has a text as its constant, `run` calls it with another.
    fn object() -> Vec<u8> {
        const END_BODY: &[u8] = &[9, 0, 0x41, 0x80, 0x80, 0x80, 0x80, 0, 0x1a, 0x0b];
        const RUN_BODY: &[u8] = &[
            16, 0, 0x41, 0x80, 0x81, 0x80, 0x80, 0, 0x41, 5, 0x10, 0x81, 0x80, 0x80, 0x80, 0, 0x0b,
        ];
        [
            b"\0asm\x01\0\0\0".to_vec(),
            section(IMPORT, "", b"\x01\x01m\x01f\x00\x00"),
            section(CODE, "", &[&[2], END_BODY, RUN_BODY].concat()),
            section(
                CUSTOM,
                "linking",
                b"\x02\x08\x14\x04\x00\x10\x00\x00\x00\x01\x03end\x00\x00\x02\x03run\x01\x10\x01t",
            ),
            section(
                CUSTOM,
                "reloc.CODE",
                // A text at 4, a text at 14, and the call.
                &[1, 3, 4, 4, 3, 0, 4, 14, 3, 0, 0, 22, 1],
            ),
        ]
        .concat()
    }

    #[test]
    fn a_function_that_is_cut_is_a_trap_and_refers_to_nothing() {
        let cut = cut(object(), |name| name == "end").expect("an object");
        let has = |bytes: &[u8]| cut.windows(bytes.len()).any(|it| it == bytes);
        assert!(has(&[9, 0, UNREACHABLE, NOP, NOP, NOP, NOP, NOP, NOP, END]));
        // The call's argument is a zero; only the call itself is left to the linker.
        assert!(has(&[
            16, 0, 0x41, 0x80, 0x80, 0x80, 0x80, 0, 0x41, 5, 0x10
        ]));
        assert!(cut.ends_with(b"\x0areloc.CODE\x01\x01\x00\x16\x01"));
    }

    #[test]
    fn imports_are_known_by_name() {
        assert_eq!(imports(&object()), Some(vec!["f"]));
    }

    #[test]
    fn what_is_not_picked_stays_as_it_is() {
        let mut names = Vec::new();
        let same = cut(object(), |name| {
            names.push(name.to_owned());
            false
        });
        assert_eq!(same, Some(object()));
        assert_eq!(names, ["end", "run"]);
    }

    #[test]
    fn only_calls_of_what_is_cut_lose_their_arguments() {
        let cut = cut(object(), |name| name == "run").expect("an object");
        assert!(cut.ends_with(b"\x0areloc.CODE\x01\x01\x04\x04\x03\x00"));
    }

    #[test]
    fn other_files_are_refused() {
        for length in 0..object().len() {
            assert_eq!(cut(object()[..length].to_vec(), |_| true), None);
        }
        assert_eq!(cut(b"!<arch>\n".to_vec(), |_| true), None);
    }
}
