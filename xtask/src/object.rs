//! The compiler's WebAssembly objects, as far as taking the body of a function needs it.
//!
//! The format is in the tool conventions of WebAssembly, `Linking.md`: a module with a symbol table in `linking`, and in
//! `reloc.CODE` each place in the code where the linker writes an index or an address.

use std::{collections::HashSet, ops::Range};

use wasmparser::{
    FunctionBody, Linking, LinkingSectionReader, Operator, Parser, Payload, RelocSectionReader,
    RelocationEntry, RelocationType, Result, SymbolFlags, SymbolInfo, TypeRef,
};

const CUSTOM: u8 = 0;

const UNREACHABLE: u8 = 0x00;
const NOP: u8 = 0x01;
const END: u8 = 0x0b;
/// Zero, in the five bytes that the linker would have written over.
const ZERO: [u8; 5] = [0x80, 0x80, 0x80, 0x80, 0x00];

/// Makes a trap of each function that is picked by name. Nothing in the code moves. What the function has referred to is
/// referred to no longer, nor is what a call of it is given: the call does not return, so whatever lies on the stack
/// before it is of no use to anybody.
pub(crate) fn cut(object: &[u8], mut pick: impl FnMut(&str) -> bool) -> Result<Vec<u8>> {
    let Object {
        imports,
        code,
        bodies,
        symbols,
        relocations,
    } = Object::read(object)?;
    // By symbol: the body that goes.
    let picked: Vec<Option<&FunctionBody<'_>>> = symbols
        .iter()
        .map(|symbol| match symbol {
            Some((name, number)) if pick(name) => bodies.get(number.checked_sub(imports.len())?),
            _ => None,
        })
        .collect();
    let gone: Vec<Range<usize>> = picked
        .iter()
        .flatten()
        .map(|body| body.range().start as usize..body.range().end as usize)
        .collect();
    let entries = match &relocations {
        Some(relocations) => relocations.entries(code)?,
        None => Vec::new(),
    };
    let arguments = arguments(&bodies, &entries, &picked)?;
    let mut cut = object.to_vec();
    for &at in &arguments {
        cut[at..at + ZERO.len()].copy_from_slice(&ZERO);
    }
    for body in &gone {
        trap(&mut cut[body.clone()]);
    }
    let Some(Relocations {
        whole,
        name,
        reader,
    }) = relocations
    else {
        return Ok(cut);
    };
    let stays = |at| !arguments.contains(&at) && !gone.iter().any(|body| body.contains(&at));
    let kept: Vec<&[u8]> = entries
        .iter()
        .filter(|entry| stays(entry.at))
        .map(|entry| &object[entry.bytes.clone()])
        .collect();
    let content = [
        leb(name.len()),
        name.into(),
        leb(reader.section_index() as usize),
        leb(kept.len()),
        kept.concat(),
    ]
    .concat();
    let section = [vec![CUSTOM], leb(content.len()), content].concat();
    cut.splice(whole, section);
    Ok(cut)
}

/// The functions that are imported.
pub(crate) fn imports(object: &[u8]) -> Result<Vec<&str>> {
    Ok(Object::read(object)?.imports)
}

/// No locals, the trap, and as many bytes as before. An empty body has no room for it, and refers to nothing.
fn trap(body: &mut [u8]) {
    if let [locals, first, rest @ .., last] = body {
        (*locals, *first, *last) = (0, UNREACHABLE, END);
        rest.fill(NOP);
    }
}

/// The addresses that only other operands separate from the call of a function that is cut.
fn arguments(
    bodies: &[FunctionBody<'_>],
    entries: &[Entry],
    picked: &[Option<&FunctionBody<'_>>],
) -> Result<HashSet<usize>> {
    let places = |fits: &dyn Fn(&RelocationEntry) -> bool| -> HashSet<usize> {
        let fitting = entries.iter().filter(|entry| fits(&entry.relocation));
        fitting.map(|entry| entry.at).collect()
    };
    let is_cut = |index: u32| picked.get(index as usize).is_some_and(Option::is_some);
    let traps = places(&|it| it.ty == RelocationType::FunctionIndexLeb && is_cut(it.index));
    let addresses = places(&|it| {
        matches!(
            it.ty,
            RelocationType::TableIndexSleb | RelocationType::MemoryAddrSleb
        )
    });
    let (mut found, mut operands) = (HashSet::new(), Vec::<usize>::new());
    for body in bodies {
        for operator in body.get_operators_reader()?.into_iter_with_offsets() {
            let (operator, offset) = operator?;
            let operand = offset as usize + 1;
            match operator {
                Operator::LocalGet { .. } => {}
                Operator::I32Const { .. } => operands.extend(addresses.get(&operand)),
                Operator::Call { .. } if traps.contains(&operand) => {
                    found.extend(operands.drain(..));
                }
                _ => operands.clear(),
            }
        }
    }
    Ok(found)
}

/// The parts of an object.
#[derive(Default)]
struct Object<'a> {
    /// The functions that are imported; they are numbered first.
    imports: Vec<&'a str>,
    /// Where the content of the code section begins.
    code: usize,
    bodies: Vec<FunctionBody<'a>>,
    /// Of those that are functions with a body, name and number.
    symbols: Vec<Option<(&'a str, usize)>>,
    relocations: Option<Relocations<'a>>,
}

struct Relocations<'a> {
    whole: Range<usize>,
    name: &'a str,
    reader: RelocSectionReader<'a>,
}

struct Entry {
    /// Where the linker writes.
    at: usize,
    relocation: RelocationEntry,
    /// The relocation itself.
    bytes: Range<usize>,
}

impl<'a> Object<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self> {
        let mut object = Self::default();
        let (mut count, mut code, mut end) = (0, None, 0);
        for payload in Parser::new(0).parse_all(bytes) {
            let payload = payload?;
            match &payload {
                Payload::Version { range, .. } => end = range.end as usize,
                Payload::ImportSection(section) => {
                    for import in section.clone().into_imports() {
                        let import = import?;
                        if matches!(import.ty, TypeRef::Func(_)) {
                            object.imports.push(import.name);
                        }
                    }
                }
                Payload::CodeSectionStart {
                    unchecked_range, ..
                } => {
                    object.code = unchecked_range.start as usize;
                    code = Some(count);
                }
                Payload::CodeSectionEntry(body) => object.bodies.push(body.clone()),
                Payload::CustomSection(section) if section.name() == "linking" => {
                    object.symbols = symbols(&LinkingSectionReader::new(section.data_reader())?)?;
                }
                Payload::CustomSection(section) if section.name().starts_with("reloc.") => {
                    let reader = RelocSectionReader::new(section.data_reader())?;
                    if Some(reader.section_index()) == code {
                        object.relocations = Some(Relocations {
                            whole: end..section.range().end as usize,
                            name: section.name(),
                            reader,
                        });
                    }
                }
                _ => {}
            }
            if let Some((_, range)) = payload.as_section() {
                end = range.end as usize;
                count += 1;
            }
        }
        Ok(object)
    }
}

impl Relocations<'_> {
    fn entries(&self, code: usize) -> Result<Vec<Entry>> {
        let entries = self.reader.entries();
        let end = entries.range().end as usize;
        let mut found: Vec<Entry> = Vec::new();
        for entry in entries.into_iter_with_offsets() {
            let (offset, relocation) = entry?;
            let start = offset as usize;
            if let Some(before) = found.last_mut() {
                before.bytes.end = start;
            }
            found.push(Entry {
                at: code + relocation.offset as usize,
                relocation,
                bytes: start..end,
            });
        }
        Ok(found)
    }
}

fn symbols<'a>(linking: &LinkingSectionReader<'a>) -> Result<Vec<Option<(&'a str, usize)>>> {
    let mut symbols = Vec::new();
    for part in linking.subsections() {
        let Linking::SymbolTable(table) = part? else {
            continue;
        };
        for symbol in table {
            symbols.push(match symbol? {
                SymbolInfo::Func {
                    flags,
                    index,
                    name: Some(name),
                } if !flags.contains(SymbolFlags::UNDEFINED) => Some((name, index as usize)),
                _ => None,
            });
        }
    }
    Ok(symbols)
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

    const IMPORT: u8 = 2;
    const FUNCTION: u8 = 3;
    const CODE: u8 = 10;

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
            section(FUNCTION, "", &[2, 0, 0]),
            section(CODE, "", &[&[2], END_BODY, RUN_BODY].concat()),
            section(
                CUSTOM,
                "linking",
                b"\x02\x08\x16\x04\x00\x10\x00\x00\x00\x01\x03end\x00\x00\x02\x03run\x01\x10\x01t",
            ),
            section(
                CUSTOM,
                "reloc.CODE",
                // A text at 4, a text at 14, and the call.
                &[2, 3, 4, 4, 3, 0, 4, 14, 3, 0, 0, 22, 1],
            ),
        ]
        .concat()
    }

    #[test]
    fn a_function_that_is_cut_is_a_trap_and_refers_to_nothing() {
        let cut = cut(&object(), |name| name == "end").expect("an object");
        let has = |bytes: &[u8]| cut.windows(bytes.len()).any(|it| it == bytes);
        assert!(has(&[9, 0, UNREACHABLE, NOP, NOP, NOP, NOP, NOP, NOP, END]));
        // The call's argument is a zero; only the call itself is left to the linker.
        assert!(has(&[
            16, 0, 0x41, 0x80, 0x80, 0x80, 0x80, 0, 0x41, 5, 0x10
        ]));
        assert!(cut.ends_with(b"\x0areloc.CODE\x02\x01\x00\x16\x01"));
    }

    #[test]
    fn imports_are_known_by_name() {
        assert_eq!(imports(&object()).expect("an object"), ["f"]);
    }

    #[test]
    fn what_is_not_picked_stays_as_it_is() {
        let mut names = Vec::new();
        let same = cut(&object(), |name| {
            names.push(name.to_owned());
            false
        });
        assert_eq!(same.expect("an object"), object());
        assert_eq!(names, ["end", "run"]);
    }

    #[test]
    fn only_calls_of_what_is_cut_lose_their_arguments() {
        let cut = cut(&object(), |name| name == "run").expect("an object");
        assert!(cut.ends_with(b"\x0areloc.CODE\x02\x01\x04\x04\x03\x00"));
    }

    #[test]
    fn other_files_are_refused() {
        for length in 0..object().len() {
            // Whole sections are an object too.
            if let Ok(cut) = cut(&object()[..length], |_| false) {
                assert_eq!(cut, object()[..length]);
            }
        }
        assert!(cut(b"!<arch>\n", |_| true).is_err());
    }
}
