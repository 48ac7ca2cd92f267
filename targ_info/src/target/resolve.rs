//! From what a user asked for to a [`Target`].
//!
//! The triple gives the ISA and its width; then come the ISA string, or else the processor's features; then `-mattr`. A
//! function's own attributes stand between: its `target-features` are applied to the triple's (or its processor's)
//! features, and the command line's after them, so that the command line wins, as in llc.
//!
//! Turning a feature on turns on what it implies; turning it off turns off what implies it. Derived features, which say
//! which rows there are, are found last and never asked for.

use super::{Target, TargetSpec, saved_registers};
use crate::{Abi, ArchDesc, Feature, FeatureSet, ISAS, Isa, Proc, RegSet};
use std::fmt;
use std::sync::{Arc, Mutex};

/// Why there is no such target: one line; or, about a description, with its file, line and a caret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetError(pub String);

impl fmt::Display for TargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TargetError {}

fn error<T>(message: impl Into<String>) -> Result<T, TargetError> {
    Err(TargetError(message.into()))
}

/// What only one architecture knows.
pub(super) struct Hooks {
    /// The ISA's name.
    pub isa: &'static str,
    /// Reads an ISA string; `None` if the text does not look like one.
    pub isa_string: fn(&Isa, &str) -> Option<Result<FeatureSet, TargetError>>,
    /// Features that the architecture gives up when others are on; called after every change.
    pub settle: fn(&Isa, &mut FeatureSet),
    /// Why an ABI cannot be used, given the default one.
    pub abi_problem: fn(&Isa, &FeatureSet, asked: &Abi, default: &Abi) -> Option<String>,
    /// The attribute that names the features in an object.
    pub attribute: fn(&Isa, &FeatureSet) -> Option<String>,
}

/// The hooks of an ISA, if it has any.
pub(super) fn hooks(isa: &Isa) -> Option<&'static Hooks> {
    [&super::riscv::HOOKS].into_iter().find(|h| h.isa == isa.name)
}

/// What the command line asked for.
#[derive(Default)]
pub(super) struct Asked {
    /// The triple's features.
    arch: FeatureSet,
    /// Features of the ISA string.
    isa_string: Option<FeatureSet>,
    /// `-mattr`, in order.
    edits: Vec<(Feature, bool)>,
    /// `-mcpu` was given.
    cpu: bool,
    /// `-mabi`.
    abi: Option<String>,
    /// The ABIs of `-abi`.
    abis: Option<&'static [Abi]>,
    /// Registers that the user reserved.
    reserved: RegSet,
    /// Targets made for the attributes of functions: most functions of a module have the same.
    made: Mutex<Vec<Made>>,
}

/// A target made for attributes.
struct Made {
    cpu: Option<String>,
    features: Option<String>,
    result: Result<Target, TargetError>,
}

impl FeatureSet {
    /// Adds a feature and all that it implies.
    pub fn turn_on(&mut self, isa: &Isa, f: Feature) {
        if !self.has(f) {
            self.insert(f);
            for &i in isa.features[f.0 as usize].implies {
                self.turn_on(isa, i);
            }
        }
    }
    /// Removes a feature and all that implies it.
    pub fn turn_off(&mut self, isa: &Isa, f: Feature) {
        if self.has(f) {
            self.remove(f);
            for (i, d) in isa.features.iter().enumerate() {
                if d.implies.contains(&f) {
                    self.turn_off(isa, Feature(i as u8));
                }
            }
        }
    }
    /// The features in order.
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        (0..=255u8).map(Feature).filter(move |f| self.has(*f))
    }
}

impl Isa {
    /// A feature by its name.
    pub fn feature_by_name(&self, name: &str) -> Option<Feature> {
        self.features.iter().position(|f| f.name == name).map(|i| Feature(i as u8))
    }
    /// A processor by its name.
    pub fn proc_by_name(&self, name: &str) -> Option<&'static Proc> {
        self.procs.iter().find(|p| p.name == name)
    }
    /// Finds the derived features, and says which features contradict one another.
    pub(super) fn settle(&self, set: &mut FeatureSet) -> Result<(), TargetError> {
        if let Some(h) = hooks(self) {
            (h.settle)(self, set);
        }
        for (f, _) in self.derived {
            set.remove(*f);
        }
        for (f, when) in self.derived {
            if set.contains(when) {
                set.insert(*f);
            }
        }
        if let Some((a, b)) = self.requires.iter().find(|(a, b)| set.has(*a) && !set.has(*b)) {
            let name = |f: &Feature| self.features[f.0 as usize].name;
            return error(format!("feature '{}' needs '{}'", name(a), name(b)));
        }
        match self.conflicts.iter().find(|(a, b)| set.has(*a) && set.has(*b)) {
            Some((a, b)) => {
                let name = |f: &Feature| match self.derived.iter().find(|(d, w)| d == f && set.contains(w)) {
                    Some((_, when)) => {
                        let names: Vec<_> = when.iter().map(|f| self.features[f.0 as usize].name).collect();
                        names.join("+")
                    }
                    None => self.features[f.0 as usize].name.to_string(),
                };
                error(format!("features '{}' and '{}' are incompatible", name(a), name(b)))
            }
            None => Ok(()),
        }
    }
    /// Is the derived feature one that nobody asks for by name?
    fn is_derived(&self, f: Feature) -> bool {
        self.derived.iter().any(|d| d.0 == f)
    }
}

/// Finds an architecture by the first part of a triple.
fn find_arch(name: &str) -> Option<(&'static Isa, &'static ArchDesc)> {
    ISAS.iter().find_map(|&isa| isa.archs.iter().find(|a| a.name == name).map(|a| (isa, a)))
}

/// The architecture of an ISA whose features agree with a set.
fn arch_of(isa: &'static Isa, set: &FeatureSet) -> Option<&'static ArchDesc> {
    let clash = |a: &ArchDesc| {
        isa.conflicts.iter().any(|&(x, y)| {
            let both = |p, q| a.features.has(p) && set.has(q);
            both(x, y) || both(y, x)
        })
    };
    isa.archs.iter().find(|a| !clash(a))
}

/// What `-march` means.
struct March {
    isa: &'static Isa,
    arch: &'static ArchDesc,
    /// The features, if the text says more than the architecture.
    set: Option<FeatureSet>,
    /// The processor that it names.
    proc: Option<&'static Proc>,
}

/// Do processors name the features of this ISA, because no ISA strings do?
fn procs_name_features(isa: &Isa) -> bool {
    hooks(isa).is_none()
}

/// What `-march` means when it names a processor: the triple's architecture, else the first that the processor is one of.
fn march_proc(text: &str, triple: Option<&str>) -> Option<March> {
    let arch_name = triple.map(|t| t.split('-').next().unwrap_or(t));
    let of_triple = arch_name.and_then(find_arch);
    let all = ISAS.iter().flat_map(|&isa| isa.archs.iter().map(move |a| (isa, a)));
    let found = |(isa, arch): (&'static Isa, &'static ArchDesc)| {
        let proc = isa.proc_by_name(text).filter(|_| procs_name_features(isa))?;
        Some(March { isa, arch, set: Some(proc.features), proc: Some(proc) })
    };
    // One that is not of the triple's architecture is told so later.
    let fits = |m: &March| m.proc.is_some_and(|p| proc_fits(m.isa, &m.arch.features, p));
    of_triple.and_then(found).or_else(|| all.filter_map(found).find(fits))
}

fn march(text: &str, triple: Option<&str>) -> Result<March, TargetError> {
    let by_other_name = || ISAS.iter().find_map(|&isa| isa.archs.iter().find(|a| a.march == text).map(|a| (isa, a)));
    if let Some((isa, arch)) = find_arch(text).or_else(by_other_name) {
        let proc = isa.proc_by_name(text).filter(|_| procs_name_features(isa));
        return Ok(March { isa, arch, set: proc.map(|p| p.features), proc });
    }
    if let Some(m) = march_proc(text, triple) {
        return Ok(m);
    }
    for &isa in ISAS {
        let parsed = hooks(isa).and_then(|h| (h.isa_string)(isa, text));
        if let Some(set) = parsed {
            let set = set?;
            return match arch_of(isa, &set) {
                Some(arch) => Ok(March { isa, arch, set: Some(set), proc: None }),
                None => error(format!("-march={text} fits no architecture")),
            };
        }
    }
    let procs = ISAS.iter().flat_map(|&isa| isa.archs.first().map(|a| (isa, a)));
    let procs: Vec<_> = procs
        .filter(|(isa, _)| procs_name_features(isa))
        .map(|(isa, arch)| format!("; processors of {}: {}", arch.name, known_procs(isa, arch)))
        .collect();
    error(format!(
        "unknown architecture or ISA string '{text}'; known architectures: {}{}",
        known_archs(),
        procs.concat()
    ))
}

/// The processors that an architecture has.
fn fitting_procs(isa: &'static Isa, arch: &'static ArchDesc) -> impl Iterator<Item = &'static Proc> {
    isa.procs.iter().filter(|p| proc_fits(isa, &arch.features, p))
}

/// Their names.
fn known_procs(isa: &'static Isa, arch: &'static ArchDesc) -> String {
    fitting_procs(isa, arch).map(|p| p.name).collect::<Vec<_>>().join(", ")
}

/// The ISA that `-march` or the triple names, and the processors that its architecture has (`-mcpu=help`).
pub fn processors(
    spec: &TargetSpec,
    module_triple: Option<&str>,
) -> Result<(&'static Isa, Vec<&'static Proc>), TargetError> {
    let (march, _) = base(spec, module_triple)?;
    Ok((march.isa, fitting_procs(march.isa, march.arch).collect()))
}

fn known_archs() -> String {
    let names: Vec<_> = ISAS.iter().flat_map(|i| i.archs).map(|a| a.name).collect();
    names.join(", ")
}

/// What `-march` or the triple means, and the triple.
fn base(spec: &TargetSpec, module_triple: Option<&str>) -> Result<(March, String), TargetError> {
    let triple = spec.triple.as_deref().or(module_triple).filter(|t| !t.is_empty());
    let from_march = spec.march.as_deref().map(|m| march(m, triple)).transpose()?;
    let base = match from_march {
        Some(march) => march,
        None => {
            let Some(triple) = triple else {
                return error("no target: give -march or -mtriple, or a triple in the module");
            };
            let name = triple.split('-').next().unwrap_or(triple);
            match find_arch(name) {
                Some((isa, arch)) => March { isa, arch, set: None, proc: None },
                None => return error(format!("unknown architecture '{name}'; known: {}", known_archs())),
            }
        }
    };
    let (isa, arch) = (base.isa, base.arch);
    // -march replaces the triple's architecture; a triple of another machine altogether says nothing.
    let triple = match triple.and_then(|t| t.split_once('-').map(|(a, rest)| (a, rest, t))) {
        Some((a, _, t)) if a == arch.name => t.to_string(),
        Some((a, rest, _)) if isa.archs.iter().any(|x| x.name == a) => format!("{}-{rest}", arch.name),
        _ => arch.triple.to_string(),
    };
    Ok((base, triple))
}

/// A register to be reserved by a feature such as `reserve-x18`.
fn reserve_feature(isa: &Isa, name: &str) -> Option<RegSet> {
    let r = isa.reg_by_name(name.strip_prefix("reserve-")?)?;
    Some(isa.reg(r).units)
}

/// Reads `+a,-b`; unknown ones become warnings.
fn edits(isa: &Isa, text: &str, reserved: &mut RegSet, warn: &mut dyn FnMut(String)) -> Vec<(Feature, bool)> {
    let mut out = Vec::new();
    for item in text.split(',').map(str::trim).filter(|i| !i.is_empty()) {
        let (on, name) = match (item.strip_prefix('+'), item.strip_prefix('-')) {
            (Some(n), _) => (true, n),
            (None, Some(n)) => (false, n),
            (None, None) => (true, item),
        };
        let bare = name.strip_prefix("experimental-").unwrap_or(name);
        if let Some(f) = isa.feature_by_name(bare).filter(|&f| !isa.is_derived(f)) {
            out.push((f, on));
        } else if let Some(units) = reserve_feature(isa, name) {
            if on {
                *reserved |= units;
            }
        } else {
            let sign = if on { '+' } else { '-' };
            warn(format!("'{sign}{name}' is not a recognized feature for this target (ignoring feature)"));
        }
    }
    out
}

fn apply(isa: &Isa, set: &mut FeatureSet, edits: &[(Feature, bool)]) {
    for &(f, on) in edits {
        if on { set.turn_on(isa, f) } else { set.turn_off(isa, f) }
    }
}

fn union(isa: &Isa, set: &mut FeatureSet, other: &FeatureSet) {
    other.iter().for_each(|f| set.turn_on(isa, f));
}

/// The ABI for a set of features: the one asked for if it can be used, else the last whose `default_when` holds.
fn choose_abi(
    isa: &'static Isa,
    set: &FeatureSet,
    asked: Option<&str>,
    warn: &mut dyn FnMut(String),
) -> Result<&'static Abi, TargetError> {
    let Some(default) = default_abi(isa.abis, set) else {
        return error(format!("no ABI of {} fits these features", isa.name));
    };
    let Some(name) = asked.filter(|a| !a.is_empty()) else {
        return Ok(default);
    };
    let Some(abi) = isa.abis.iter().find(|a| a.name == name) else {
        warn(format!("'{name}' is not a recognized ABI for this target (ignoring target-abi)"));
        return Ok(default);
    };
    match abi_problem(isa, set, abi, default) {
        Some(p) => {
            warn(format!("{p} (ignoring target-abi)"));
            Ok(default)
        }
        None => Ok(abi),
    }
}

/// Of several ABIs whose `default_when` holds, the one that wants most; of those, the last.
fn default_abi(abis: &'static [Abi], set: &FeatureSet) -> Option<&'static Abi> {
    let weight = |a: &&Abi| a.default_when.iter().count();
    abis.iter().filter(|a| set.contains(&a.default_when)).max_by_key(weight)
}

/// Why an ABI cannot be used with these features.
fn abi_problem(isa: &Isa, set: &FeatureSet, abi: &Abi, default: &Abi) -> Option<String> {
    hooks(isa).and_then(|h| (h.abi_problem)(isa, set, abi, default)).or_else(|| {
        let lacks = abi.needs.iter().find(|f| !set.has(*f))?;
        Some(format!("ABI '{}' needs feature '{}'", abi.name, isa.features[lacks.0 as usize].name))
    })
}

/// The ABI of a description read at run time: the one asked for, else the default one there, else the first. One that
/// cannot be used is an error: whoever wrote it means it.
fn described_abi(
    isa: &'static Isa,
    abis: &'static [Abi],
    set: &FeatureSet,
    asked: Option<&str>,
) -> Result<&'static Abi, TargetError> {
    let named = asked.and_then(|n| abis.iter().find(|a| a.name == n));
    let Some(abi) = named.or_else(|| default_abi(abis, set)).or(abis.first()) else {
        return error("the description has no ABI");
    };
    let Some(default) = default_abi(isa.abis, set) else {
        return error(format!("no ABI of {} fits these features", isa.name));
    };
    if abi.xlen != default.xlen {
        return error(format!("ABI '{}' is for {} bits, the target has {}", abi.name, abi.xlen, default.xlen));
    }
    match abi_problem(isa, set, abi, default) {
        Some(p) => error(p),
        None => Ok(abi),
    }
}

/// Reads a description with one of [`crate::load`]'s functions.
fn described<T>(
    isa: &Isa,
    file: &str,
    read: impl Fn(&Isa, &str, &str) -> Result<T, crate::desc::DescError>,
) -> Result<T, TargetError> {
    let text = std::fs::read_to_string(file).or_else(|e| error(format!("cannot read {file}: {e}")))?;
    read(isa, file, &text).map_err(|e| TargetError(e.render(&text)))
}

/// The processor of a description: the one asked for by name, else the last.
fn described_proc(isa: &Isa, file: &str, name: Option<&str>) -> Result<&'static Proc, TargetError> {
    let procs = described(isa, file, crate::load::procs)?;
    let chosen = match name {
        None => procs.last(),
        Some(n) => procs.iter().find(|p| p.name == n),
    };
    match (chosen, name) {
        (Some(p), _) => Ok(p),
        (None, None) => error(format!("{file} describes no processor")),
        (None, Some(n)) => error(format!("{file} describes no processor '{n}'")),
    }
}

/// Can the processor's features stand beside the architecture's?
fn proc_fits(isa: &Isa, arch: &FeatureSet, proc: &Proc) -> bool {
    let conflict = isa.conflicts.iter().any(|&(a, b)| {
        let both = |x, y| arch.has(x) && proc.features.has(y);
        both(a, b) || both(b, a)
    });
    let lacks = isa.requires.iter().any(|&(a, b)| arch.has(a) && !arch.has(b) && !proc.features.has(b));
    !conflict && !lacks
}

/// The processor: of a description, or the one of `-mcpu`, of `-march`, or the default one. Unknown ones are warned about,
/// as in LLVM, where they only say what to schedule for; where they say what there is, that would be guessing.
fn choose_proc(
    march: &March,
    spec: &TargetSpec,
    mcpu: Option<&str>,
    warn: &mut dyn FnMut(String),
) -> Result<&'static Proc, TargetError> {
    let (isa, arch) = (march.isa, march.arch);
    match (&spec.proc_file, mcpu) {
        (Some(file), name) => return described_proc(isa, &file.to_string_lossy(), name),
        (None, Some(file)) if file.ends_with(".proc") => return described_proc(isa, file, None),
        (None, _) => (),
    }
    let Some(default) = march.proc.or(isa.procs.first()) else {
        return error(format!("{} has no processor", isa.name));
    };
    let (known, name) = match mcpu {
        None => (Some(default), default.name),
        Some(name) => (isa.proc_by_name(name), name),
    };
    let list = || known_procs(isa, arch);
    match known {
        Some(p) if proc_fits(isa, &arch.features, p) => Ok(p),
        Some(_) => error(format!("processor '{name}' is not one of {}; those are: {}", arch.name, list())),
        None if procs_name_features(isa) => error(format!("unknown processor '{name}'; known: {}", list())),
        None => {
            warn(format!("'{name}' is not a recognized processor for this target (ignoring processor)"));
            Ok(default)
        }
    }
}

impl Target {
    /// Makes a target from what was asked for and the module's triple. The second part of the answer are warnings.
    pub fn new(spec: &TargetSpec, module_triple: Option<&str>) -> Result<(Target, Vec<String>), TargetError> {
        let (march, triple) = base(spec, module_triple)?;
        let (isa, arch) = (march.isa, march.arch);
        let mut warnings = Vec::new();
        let mut warn = |w: String| warnings.push(w);
        let mcpu = spec.mcpu.as_deref().filter(|c| !c.is_empty());
        let proc = choose_proc(&march, spec, mcpu, &mut warn)?;
        // An architecture's name leaves the processor to the functions; a processor's name does not.
        let named = march.proc.is_some_and(|p| p.name != arch.name && p.name != arch.march);
        // What -march names stands; -mcpu beside it says what to schedule for. The name of an architecture is no such claim.
        let isa_string = if named || march.proc.is_none() { march.set } else { None };
        let mut reserved = RegSet::EMPTY;
        for name in &spec.reserve {
            match isa.reg_by_name(name) {
                Some(r) => reserved |= isa.reg(r).units,
                None => return error(format!("-reserve-regs: unknown register '{name}'")),
            }
        }
        let edits = edits(isa, &spec.mattr, &mut reserved, &mut warn);
        let mut features = FeatureSet::NONE;
        union(isa, &mut features, &arch.features);
        union(isa, &mut features, isa_string.as_ref().unwrap_or(&proc.features));
        apply(isa, &mut features, &edits);
        isa.settle(&mut features)?;
        let abi_file = spec.abi_file.as_ref().map(|f| described(isa, &f.to_string_lossy(), crate::load::abis));
        let abis = abi_file.transpose()?;
        if let (Some(file), Some([])) = (&spec.abi_file, abis) {
            return error(format!("{} describes no ABI", file.display()));
        }
        let abi = match abis {
            Some(abis) => described_abi(isa, abis, &features, spec.mabi.as_deref())?,
            None => choose_abi(isa, &features, spec.mabi.as_deref(), &mut warn)?,
        };
        let target = Target {
            isa,
            abi,
            proc,
            features,
            triple,
            little_endian: arch.little_endian,
            reloc: spec.reloc,
            code: spec.code,
            large_data: spec.large_data,
            reserved: abi.reserved | reserved,
            callee_saved: abi.callee_saved,
            saved: saved_registers(isa, abi.callee_saved),
            asked: Arc::new(Asked {
                arch: arch.features,
                isa_string,
                edits,
                cpu: mcpu.is_some() || spec.proc_file.is_some() || named,
                abi: spec.mabi.clone(),
                abis,
                reserved,
                made: Mutex::default(),
            }),
        };
        Ok((target, warnings))
    }

    /// The target for a function with these `target-cpu` and `target-features` attributes. The command line wins over
    /// them. What they name and nobody knows is ignored, as llc does.
    pub fn with_function_attrs(&self, cpu: Option<&str>, features: Option<&str>) -> Result<Target, TargetError> {
        if cpu.is_none() && features.is_none() {
            return Ok(self.clone());
        }
        // A poisoned lock only means that another thread stopped between two pushes: the list is whole.
        let mut made = self.asked.made.lock().unwrap_or_else(|e| e.into_inner());
        if let Some(m) = made.iter().find(|m| m.cpu.as_deref() == cpu && m.features.as_deref() == features) {
            return m.result.clone();
        }
        let result = self.for_attrs(cpu, features);
        made.push(Made {
            cpu: cpu.map(str::to_string),
            features: features.map(str::to_string),
            result: result.clone(),
        });
        result
    }

    /// The target for a function of a calling convention, by its number in LLVM IR.
    pub fn with_convention(self, number: u32) -> Target {
        let callee_saved = self.abi.saved_by(number);
        if callee_saved == self.callee_saved {
            return self;
        }
        Target { callee_saved, saved: saved_registers(self.isa, callee_saved), ..self }
    }

    fn for_attrs(&self, cpu: Option<&str>, features: Option<&str>) -> Result<Target, TargetError> {
        let (isa, asked) = (self.isa, &self.asked);
        let mut quiet = |_| ();
        let own = cpu.filter(|_| !asked.cpu).and_then(|c| isa.proc_by_name(c));
        let proc = own.filter(|p| proc_fits(isa, &asked.arch, p)).unwrap_or(self.proc);
        let mut reserved = asked.reserved;
        let mut set = FeatureSet::NONE;
        union(isa, &mut set, &proc.features);
        apply(isa, &mut set, &edits(isa, features.unwrap_or(""), &mut reserved, &mut quiet));
        union(isa, &mut set, &asked.arch);
        union(isa, &mut set, asked.isa_string.as_ref().unwrap_or(&FeatureSet::NONE));
        apply(isa, &mut set, &asked.edits);
        isa.settle(&mut set)?;
        let abi = match asked.abis {
            Some(abis) => described_abi(isa, abis, &set, asked.abi.as_deref())?,
            None => choose_abi(isa, &set, asked.abi.as_deref(), &mut quiet)?,
        };
        Ok(Target {
            abi,
            proc,
            features: set,
            reserved: abi.reserved | reserved,
            callee_saved: abi.callee_saved,
            saved: saved_registers(isa, abi.callee_saved),
            ..self.clone()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(march: Option<&str>, mattr: &str, mabi: Option<&str>) -> Result<(Target, Vec<String>), TargetError> {
        let own = |t: Option<&str>| t.map(str::to_string);
        let spec = TargetSpec { march: own(march), mattr: mattr.into(), mabi: own(mabi), ..TargetSpec::default() };
        Target::new(&spec, None)
    }
    fn arch(march: &str, mattr: &str) -> String {
        let (t, w) = target(Some(march), mattr, None).unwrap();
        assert_eq!(w, Vec::<String>::new());
        t.arch_attribute().unwrap()
    }

    #[test]
    fn attributes_are_those_of_llc() {
        assert_eq!(arch("riscv64", ""), "rv64i2p1");
        assert_eq!(arch("riscv32", "+m,+c"), "rv32i2p1_m2p0_c2p0_zmmul1p0");
        assert_eq!(arch("rv64gc", ""), "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0");
        assert_eq!(arch("rv32ec", ""), "rv32e2p0_c2p0");
        assert_eq!(
            arch("rva22u64_zfh", ""),
            "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zic64b1p0_zicbom1p0_zicbop1p0_zicboz1p0_ziccamoa1p0_ziccif1p0_zicclsm1p0_\
             ziccrse1p0_zicntr2p0_zicsr2p0_zihintpause2p0_zihpm2p0_zmmul1p0_za64rs1p0_zfh1p0_zfhmin1p0_zba1p0_zbb1p0_zbs1p0_\
             zkt1p0"
        );
        assert_eq!(
            arch("riscv64", "+v,-d"),
            "rv64i2p1_f2p2_zicsr2p0_zve32f1p0_zve32x1p0_zve64f1p0_zve64x1p0_zvl128b1p0_zvl32b1p0_zvl64b1p0"
        );
        assert_eq!(arch("riscv64", "+svinval,+xtheadba,+zba"), "rv64i2p1_zba1p0_svinval1p0_xtheadba1p0");
        assert_eq!(arch("riscv64", "+c,-c,+e"), "rv64e2p0");
    }

    #[test]
    fn abis_follow_the_features() {
        for (march, mabi, abi) in [
            ("rv64gc", None, "lp64d"),
            ("rv64imafc", None, "lp64f"),
            ("rv32imac", None, "ilp32"),
            ("rv32e", None, "ilp32e"),
            ("rv64gc", Some("lp64"), "lp64"),
        ] {
            let (t, w) = target(Some(march), "", mabi).unwrap();
            assert_eq!((t.abi.name, w.len()), (abi, 0), "{march}");
        }
        for (march, mabi, abi, warning) in [
            ("rv64imac", "lp64d", "lp64", "Hard-float 'd' ABI can't be used for a target that doesn't support the D"),
            ("rv64gc", "ilp32", "lp64d", "32-bit ABIs are not supported for 64-bit targets (ignoring target-abi)"),
            ("rv64e", "lp64", "lp64e", "Only the lp64e ABI is supported for RV64E (ignoring target-abi)"),
            ("rv64gc", "foo", "lp64d", "'foo' is not a recognized ABI for this target (ignoring target-abi)"),
        ] {
            let (t, w) = target(Some(march), "", Some(mabi)).unwrap();
            assert_eq!(t.abi.name, abi);
            assert!(w.len() == 1 && w[0].starts_with(warning), "{w:?}");
        }
    }

    #[test]
    fn triples_are_completed() {
        let (t, _) = target(Some("rv64gc"), "", None).unwrap();
        assert_eq!(t.triple, "riscv64-unknown-linux-gnu");
        let spec = TargetSpec { march: Some("riscv32".into()), ..TargetSpec::default() };
        let (t, _) = Target::new(&spec, Some("riscv64-unknown-elf")).unwrap();
        assert_eq!((&*t.triple, t.xlen()), ("riscv32-unknown-elf", 32));
        let (t, _) = Target::new(&TargetSpec::default(), Some("riscv64-unknown-elf")).unwrap();
        assert_eq!(&*t.triple, "riscv64-unknown-elf");
        let e = Target::new(&TargetSpec::default(), Some("vax-dec-vms")).unwrap_err();
        assert!(e.0.starts_with("unknown architecture 'vax'"));
    }

    #[test]
    fn contradictions_are_errors() {
        for (march, mattr, message) in [
            ("riscv64", "+f,+zfinx", "'f' and 'zfinx' are incompatible"),
            ("riscv64", "+32bit", "'64bit' and '32bit' are incompatible"),
            ("rv64gc", "+zcmt", "'zcmt' and 'd+c' are incompatible"),
            ("riscv64", "+zvbb", "'zvbb' needs 'zve32x'"),
            ("z80", "", "unknown architecture or ISA string 'z80'"),
        ] {
            let e = target(Some(march), mattr, None).unwrap_err();
            assert!(e.0.contains(message), "{e}");
        }
        let (_, w) = target(Some("riscv64"), "+foo,bar,-rvc", None).unwrap();
        assert_eq!(w.len(), 3);
        assert_eq!(w[0], "'+foo' is not a recognized feature for this target (ignoring feature)");
    }

    #[test]
    fn functions_have_their_own_targets() {
        let (t, _) = target(Some("riscv64"), "+zba", None).unwrap();
        let f = t.with_function_attrs(Some("generic-rv64"), Some("+64bit,+a,+c,+d,+f,+m,+relax,-zba,-zbb")).unwrap();
        assert_eq!(f.abi.name, "lp64d");
        let has = |n: &str| f.has(f.isa.feature_by_name(n).unwrap());
        assert!(has("d") && has("rvcd") && has("zba") && !has("zbb") && has("zmmul"));
        assert_eq!(f.proc.name, "generic-rv64");
        let again =
            t.with_function_attrs(Some("generic-rv64"), Some("+64bit,+a,+c,+d,+f,+m,+relax,-zba,-zbb")).unwrap();
        assert_eq!(again.features, f.features);
        assert!(!t.has(f.isa.feature_by_name("d").unwrap()));
        let r = t.with_function_attrs(None, Some("+reserve-x18")).unwrap();
        assert_eq!((r.reserved - t.reserved).len(), 1);
        assert!(t.with_function_attrs(None, Some("+f,+zfinx")).is_err());
    }

    #[test]
    fn processors_name_what_there_is_where_no_isa_string_does() {
        let of = |march: &str, mcpu: Option<&str>, triple: Option<&str>| {
            let own = |t: Option<&str>| t.map(str::to_string);
            let spec = TargetSpec { march: own(Some(march)), mcpu: own(mcpu), ..TargetSpec::default() };
            Target::new(&spec, triple).map(|(t, w)| {
                assert_eq!(w, Vec::<String>::new());
                t
            })
        };
        let has = |t: &Target, n: &str| t.has(t.isa.feature_by_name(n).unwrap());
        for (march, triple, abi, proc, with, without) in [
            ("x86-64-v1", None, "sysv64", "x86-64-v1", "sse2", "sse3"),
            ("x86-64-v2", None, "sysv64", "x86-64-v2", "popcnt", "avx"),
            ("x86-64-v3", None, "sysv64", "x86-64-v3", "bmi2", "adx"),
            ("x86-64-v4", None, "sysv64", "x86-64-v4", "avx2", "aes"),
            ("znver1", Some("x86_64-linux-gnu"), "sysv64", "znver1", "adx", "32bit-mode"),
            ("haswell", Some("i386-linux-gnu"), "i386", "haswell", "avx2", "64bit-mode"),
            ("atom", None, "sysv64", "atom", "movbe", "sse4.1"),
            ("btver2", None, "sysv64", "btver2", "avx", "avx2"),
            ("pentium4", None, "i386", "pentium4", "sse2", "64bit"),
            ("i686", None, "i386", "i686", "cmov", "mmx"),
            ("i486", None, "i386", "i486", "x87", "cmov"),
            ("x86-64", None, "sysv64", "x86-64", "sse2", "sse3"),
        ] {
            let t = of(march, None, triple).unwrap();
            assert_eq!((t.abi.name, t.proc.name), (abi, proc), "{march}");
            assert!(has(&t, with) && !has(&t, without), "{march}");
        }
        // -mcpu beside it says what to schedule for; the functions' processors say nothing.
        let t = of("x86-64-v2", Some("znver3"), None).unwrap();
        assert!(t.proc.name == "znver3" && has(&t, "sse4.2") && !has(&t, "avx"));
        let f = of("x86-64-v3", None, None).unwrap().with_function_attrs(Some("x86-64"), Some("+sse2")).unwrap();
        assert!(f.proc.name == "x86-64-v3" && has(&f, "avx2"));
        let f = of("x86-64", None, None).unwrap().with_function_attrs(Some("haswell"), None).unwrap();
        assert!(f.proc.name == "haswell" && has(&f, "avx2"));
        for (march, mcpu, triple, starts, lists) in [
            (
                "x86-64-v9",
                None,
                None,
                "unknown architecture or ISA string 'x86-64-v9'; known",
                "x86_64: generic, x86-64",
            ),
            ("x86-64", Some("vax"), None, "unknown processor 'vax'; known: generic", "znver5"),
            ("pentium3", None, Some("x86_64-linux"), "processor 'pentium3' is not one of x86_64", "nocona"),
            ("x86-64", Some("i686"), None, "processor 'i686' is not one of x86_64", "core2"),
        ] {
            let e = of(march, mcpu, triple).map(|t| t.proc.name).unwrap_err();
            assert!(e.0.starts_with(starts) && e.0.contains(lists), "{e}");
        }
        assert!(!of("x86-64", Some("vax"), None).map(|t| t.proc.name).unwrap_err().0.contains("pentium3"));
        assert!(of("vax", None, Some("x86_64")).map(|t| t.proc.name).unwrap_err().0.contains("processors of i386: "));
    }

    #[test]
    fn variants_are_found_by_their_triples() {
        let of = |triple: &str, cpu: Option<&str>, mattr: &str| {
            let spec = TargetSpec { mcpu: cpu.map(str::to_string), mattr: mattr.into(), ..TargetSpec::default() };
            let (t, w) = Target::new(&spec, Some(triple)).unwrap();
            assert_eq!(w, Vec::<String>::new());
            t
        };
        let has = |t: &Target, n: &str| t.has(t.isa.feature_by_name(n).unwrap());
        let long = of("x86_64-unknown-linux-gnu", None, "");
        assert_eq!((long.abi.name, long.xlen(), has(&long, "sse2"), has(&long, "avx")), ("sysv64", 64, true, false));
        let short = of("i686-pc-linux-gnu", None, "");
        assert_eq!((short.abi.name, short.xlen(), has(&short, "sse")), ("i386", 32, false));
        assert!(!std::ptr::eq(long.isa, short.isa) && std::ptr::eq(long.isa.insts, short.isa.insts));
        for (name, triple) in [("x86-64", long.triple.as_str()), ("x86", "i386-unknown-linux-gnu")] {
            assert_eq!(target(Some(name), "", None).unwrap().0.triple, triple);
        }
        let level = of("x86_64", Some("x86-64-v3"), "-avx2");
        assert!(has(&level, "fma") && has(&level, "bmi2") && !has(&level, "avx2") && !has(&level, "adx"));
        let old = of("i386-linux-gnu", Some("pentium4"), "");
        assert!(has(&old, "sse2") && has(&old, "cmov") && !has(&old, "sse3"));
        let f = long.with_function_attrs(Some("haswell"), Some("+cx8,+mmx,+sse,+sse2,+x87,-popcnt")).unwrap();
        assert!(f.proc.name == "haswell" && has(&f, "avx2") && !has(&f, "popcnt") && f.arch_attribute().is_none());
    }
}
