//! Heuristics by name: `-gra-priority=density` and the like.
//!
//! Every crate lists the policies that it has ([`cgir::pass::PolicyName`]); options, help and errors come from these lists
//! alone, so that a new policy is one line where it is implemented.

use cgir::pass::PolicyName;
use clap::CommandFactory;
use std::collections::BTreeMap;
use std::ffi::OsString;

/// The policies chosen, by option.
pub type Chosen = BTreeMap<String, String>;

/// Options that take several of their values, with commas.
const SEVERAL: &[&str] = &["lra-blues"];

/// All policies of all crates.
pub fn all() -> impl Iterator<Item = &'static PolicyName> {
    [gra::policies(), lra::policies(), cgir::saves::policies()].into_iter().flatten()
}

/// Takes the options that choose policies out of the command line.
pub fn take(args: Vec<OsString>) -> Result<(Vec<OsString>, Chosen), String> {
    let mut rest = Vec::with_capacity(args.len());
    let mut chosen = Chosen::new();
    let mut args = args.into_iter();
    rest.extend(args.next());
    while let Some(arg) = args.next() {
        let Some((name, value)) = arg.to_str().and_then(split) else {
            rest.push(arg);
            continue;
        };
        if !all().any(|p| p.0 == name) {
            refuse_name(name)?;
            rest.push(arg);
            continue;
        }
        let value = match value {
            Some(v) => v.to_string(),
            None => match args.next() {
                Some(v) => v.to_string_lossy().into_owned(),
                None => return Err(format!("-{name} takes a policy: {}", values(name))),
            },
        };
        check(name, &value)?;
        chosen.insert(name.to_string(), value);
    }
    Ok((rest, chosen))
}

/// Refuses values that a policy does not have; an unknown policy, too.
pub fn check(name: &str, value: &str) -> Result<(), String> {
    if !all().any(|p| p.0 == name) {
        return Err(format!("there is no policy '{name}'; policies are {}", names().join(", ")));
    }
    let several = SEVERAL.contains(&name);
    let known = |v: &str| all().any(|p| p.0 == name && (p.1 == v || takes_number(p) && v.parse::<f64>().is_ok()));
    let wrong =
        if several { value.split(',').map(str::trim).find(|v| !known(v)) } else { Some(value).filter(|v| !known(v)) };
    match wrong {
        None => Ok(()),
        Some(v) => Err(format!("-{name} has no policy '{v}'; policies are {}", values(name))),
    }
}

/// A value written in upper case stands for any number.
fn takes_number(p: &PolicyName) -> bool {
    !p.1.is_empty() && p.1.bytes().all(|b| b.is_ascii_uppercase())
}

/// The name and value of a long option.
fn split(arg: &str) -> Option<(&str, Option<&str>)> {
    let text = arg.strip_prefix("--").or_else(|| arg.strip_prefix('-')).filter(|t| !t.is_empty())?;
    Some(match text.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (text, None),
    })
}

/// Refuses a name of a family of policies that is neither a policy nor another option.
fn refuse_name(name: &str) -> Result<(), String> {
    let family = |n: &str| n.split_once('-').map(|f| f.0.to_string());
    let Some(mine) = family(name) else { return Ok(()) };
    let other = crate::cli::Cli::command().get_arguments().any(|a| a.get_long() == Some(name));
    if other || !all().any(|p| family(p.0).is_some_and(|f| f == mine)) {
        return Ok(());
    }
    Err(format!(
        "there is no policy '-{name}'; policies are {}",
        names().iter().map(|n| format!("-{n}")).collect::<Vec<_>>().join(", ")
    ))
}

/// Names of options, each once.
fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = all().map(|p| p.0).collect();
    names.dedup();
    names
}

fn values(name: &str) -> String {
    let list: Vec<&str> = all().filter(|p| p.0 == name).map(|p| p.1).collect();
    list.join(", ")
}

/// `-help-policies`: a line each.
pub fn help() -> String {
    let mut text = String::from("Policies, the default of each first:\n");
    for name in names() {
        let several = if SEVERAL.contains(&name) { " (several, with commas)" } else { "" };
        text.push_str(&format!("\n  -{name}={several}\n"));
        for (_, value, what) in all().filter(|p| p.0 == name) {
            text.push_str(&format!("    {value:<14} {what}\n"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(args: &[&str]) -> Result<(Vec<OsString>, Chosen), String> {
        take(args.iter().map(OsString::from).collect())
    }

    #[test]
    fn policies_leave_the_command_line() {
        let (rest, chosen) = taken(&["ocg", "-gra-priority=density", "-O2", "--saves", "entry", "x.ll"]).unwrap();
        assert_eq!(rest, ["ocg", "-O2", "x.ll"]);
        assert_eq!(chosen["gra-priority"], "density");
        assert_eq!(chosen["saves"], "entry");
    }

    #[test]
    fn wrong_names_and_values_list_the_right_ones() {
        let e = taken(&["ocg", "-gra-priority=best"]).unwrap_err();
        assert!(e.contains("'best'") && e.contains("density"), "{e}");
        let e = taken(&["ocg", "-gra-prio=sum"]).unwrap_err();
        assert!(e.contains("-gra-prio") && e.contains("-gra-priority"), "{e}");
        assert!(taken(&["ocg", "-lra-blues=reorder,cost"]).is_ok());
        assert!(taken(&["ocg", "-gra-priority=sum,density"]).is_err());
        assert!(taken(&["ocg", "-gra-trace=x"]).is_ok());
    }
}
