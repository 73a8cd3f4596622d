//! Links the engine: functions of a list become traps before the linker looks what is needed, and imports that are not
//! used are not described to wasm-bindgen.
//!
//! It has to happen there. Only the compiler's object tells which function refers to which text; the linked module has
//! lost that, and the names. `rust-lld` then leaves out whatever only those functions have needed.

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    error::{Error, Result},
    object,
    process::become_program,
};

const LIST: &str = include_str!("../../pkg-template/cut.txt");

/// The flags with which the compiler has this program link the engine; none for other crates.
pub(crate) fn flags(args: &[String]) -> Result<Vec<OsString>> {
    let has = |name: &str, value: &str| {
        args.windows(2)
            .any(|pair| pair[0] == name && pair[1] == value)
    };
    if !has("--crate-name", "mcp_widget_engine") || !has("--target", "wasm32-unknown-unknown") {
        return Ok(Vec::new());
    }
    let mut linker = OsString::from("-Clinker=");
    linker.push(env::current_exe().map_err(Error::io("finding this program"))?);
    Ok(vec![linker, "-Clinker-flavor=wasm-ld".into()])
}

/// Whether the compiler has started this program in the place of its linker.
pub(crate) fn links(args: &[String]) -> bool {
    args.first().is_some_and(|arg| arg == "-flavor")
}

/// Cuts the list's functions out of the compiler's objects, and lets the compiler's own linker do the rest.
pub(crate) fn link(args: &[String]) -> Result<()> {
    let paths: Vec<(&str, bool)> = entries(LIST).collect();
    let mut missing: Vec<&str> = paths
        .iter()
        .filter_map(|&(path, inlined)| (!inlined).then_some(path))
        .collect();
    let mut imports = Vec::new();
    for file in objects(args)? {
        let doing = || format!("cutting {}", file.display());
        let bytes = fs::read(&file).map_err(Error::io(doing()))?;
        let cut = object::imports(&bytes).and_then(|used| {
            imports.extend(used.into_iter().map(str::to_owned));
            object::cut(&bytes, |name| {
                missing.retain(|path| !names(name, path));
                paths.iter().any(|(path, _)| names(name, path))
            })
        });
        let cut = cut.map_err(|error| Error::Blocked(format!("{}: {error}", doing())))?;
        // A file of its own: the compiler's cache may be the same file as the object.
        fs::remove_file(&file).map_err(Error::io(doing()))?;
        fs::write(&file, cut).map_err(Error::io(doing()))?;
    }
    if !missing.is_empty() {
        return Err(Error::missing(
            format!("The engine has no function {}.", missing.join(", ")),
            "Mend pkg-template/cut.txt.",
        ));
    }
    // The compiler's programs are on the PATH that it gives to a linker.
    become_program(Command::new("rust-lld").args(without_descriptions(args, &imports)))
}

/// The arguments without the exports that describe imports which nothing calls: those of all of js-sys, and what they
/// name stays in the table. (Not seen where the arguments are in a file; there they stay.)
fn without_descriptions<'a>(args: &'a [String], imports: &[String]) -> Vec<&'a String> {
    let describes_nothing = |name: &str| {
        name.strip_prefix("__wbindgen_describe_").is_some_and(|it| {
            let known = |names: &[String]| names.iter().any(|name| name == it);
            it.starts_with("__wbg_") && !known(imports) && !known(args)
        })
    };
    let mut kept: Vec<&String> = Vec::with_capacity(args.len());
    for arg in args {
        if kept.last().is_some_and(|last| *last == "--export") && describes_nothing(arg) {
            kept.pop();
        } else {
            kept.push(arg);
        }
    }
    kept
}

/// The list's paths, and whether each may have been inlined.
fn entries(list: &str) -> impl Iterator<Item = (&str, bool)> {
    list.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| match line.strip_suffix(" ?") {
            Some(path) => (path, true),
            None => (line, false),
        })
}

/// The objects among a linker's arguments, which are in a file of their own where the system's command lines are short.
fn objects(args: &[String]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for arg in args {
        if let Some(file) = arg.strip_prefix('@') {
            let text = fs::read_to_string(file).map_err(Error::io(format!("reading {file}")))?;
            let lines = text.lines().map(unescaped);
            found.extend(lines.filter(|it| is_object(it)).map(PathBuf::from));
        } else if is_object(arg) {
            found.push(arg.into());
        }
    }
    Ok(found)
}

fn is_object(arg: &str) -> bool {
    Path::new(arg).extension().is_some_and(|it| it == "o")
}

/// A line as the compiler has meant it: it puts a backslash before each space and backslash.
fn unescaped(line: &str) -> String {
    let mut escaped = false;
    line.chars()
        .filter(|&character| {
            escaped = character == '\\' && !escaped;
            !escaped
        })
        .collect()
}

/// Whether a symbol is the function of this path, mangled in either of the compiler's ways or in none.
fn names(symbol: &str, path: &str) -> bool {
    if symbol == path {
        return true;
    }
    if !symbol.starts_with("_R") && !symbol.starts_with("_ZN") {
        return false;
    }
    // The compiler numbers what it has more than once.
    let symbol = match symbol.rsplit_once('.') {
        Some((name, number)) if number.bytes().all(|it| it.is_ascii_digit()) => name,
        _ => symbol,
    };
    // The older way ends in a hash: `17h`, sixteen digits, `E`.
    let hash = symbol.len().saturating_sub(20);
    let symbol = match symbol.get(hash..) {
        Some(end) if end.starts_with("17h") && end.ends_with('E') => &symbol[..hash],
        _ => symbol,
    };
    let mangled = |separator: &str| {
        path.split("::").fold(String::new(), |mut text, part| {
            text += &part.len().to_string();
            if part.starts_with('_') {
                text += separator;
            }
            text + part
        })
    };
    path.contains("::") && (symbol.ends_with(&mangled("_")) || symbol.ends_with(&mangled("")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_found_in_a_mangled_name() {
        let path = "core::panicking::panic";
        assert!(names("_RNvNtCsgXGp5Oqx2Ny_4core9panicking5panic", path));
        assert!(names("_RNvNtCsgXGp5Oqx2Ny_4core9panicking5panic.12", path));
        assert!(names("_ZN4core9panicking5panic17h96694c49e4221755E", path));
        assert!(!names(
            "_RNvNtCsgXGp5Oqx2Ny_4core9panicking9panic_fmt",
            path
        ));
        assert!(!names(
            "_ZN4core9panicking5panic4more17h96694c49e4221755E",
            path
        ));
        assert!(names(
            "_RNvCsfLfy6EI15iL_7___rustc17rust_begin_unwind",
            "__rustc::rust_begin_unwind"
        ));
        assert!(names("__wbg_jspi_task_poll", "__wbg_jspi_task_poll"));
        assert!(!names(
            "_RNvCs1_4core20__wbg_jspi_task_poll",
            "__wbg_jspi_task_poll"
        ));
    }

    #[test]
    fn a_list_has_comments_and_marks() {
        let read: Vec<_> = entries("# why\na::b\n\nc::d ?\n").collect();
        assert_eq!(read, [("a::b", false), ("c::d", true)]);
    }

    #[test]
    fn objects_are_found_in_a_response_file() {
        let file = env::temp_dir().join(format!("mcp-widget-link-{}", std::process::id()));
        fs::write(&file, "-o\na\\ b\\\\c.o\nd.rlib\n").expect("written");
        let args = ["e.o".to_owned(), format!("@{}", file.display())];
        let found = objects(&args).expect("read");
        assert_eq!(found, [PathBuf::from("e.o"), PathBuf::from("a b\\c.o")]);
        fs::remove_file(&file).expect("made above");
    }

    #[test]
    fn only_imports_that_are_used_are_described() {
        let args = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let given = args(
            "--export __wbindgen_describe___wbg_a --export __wbg_b --export __wbindgen_describe___wbg_b \
             --export __wbindgen_describe___wbg_c --export __wbindgen_describe_d -o x",
        );
        let kept = args(
            "--export __wbindgen_describe___wbg_a --export __wbg_b --export __wbindgen_describe___wbg_b \
             --export __wbindgen_describe_d -o x",
        );
        let imports = ["__wbg_a".to_owned()];
        assert_eq!(
            without_descriptions(&given, &imports),
            kept.iter().collect::<Vec<_>>()
        );
    }

    #[test]
    fn other_crates_are_linked_as_ever() {
        let args = |name: &str| {
            ["--crate-name", name, "--target", "wasm32-unknown-unknown"].map(str::to_owned)
        };
        assert_eq!(flags(&args("mcp_widget")).expect("no flags").len(), 0);
        assert_eq!(flags(&args("mcp_widget_engine")).expect("flags").len(), 2);
    }
}
