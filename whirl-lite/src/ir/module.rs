//! Modules: globals, functions' signatures, metadata, and what else stands outside of function bodies.

use super::{BlockId, Const, Consts, FnAttrs, Function, MdKind, MdOperand, MdRef, Metadata, ParamAttrs, Ty, Types};
use cranelift_entity::{PrimaryMap, entity_impl};
use rustc_hash::FxHashMap;

/// A global variable, function, alias or ifunc: an index into [`Module::globals`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalRef(u32);
entity_impl!(GlobalRef, "global");

/// A function with a body: an index into [`Module::functions`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FuncRef(u32);
entity_impl!(FuncRef, "func");

/// A block whose address is taken by a constant: an index into [`Module::block_addrs`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockAddr(u32);
entity_impl!(BlockAddr, "blockaddr");

/// Linkage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub enum Linkage {
    #[default]
    External,
    AvailableExternally,
    LinkOnceAny,
    LinkOnceOdr,
    WeakAny,
    WeakOdr,
    Appending,
    Internal,
    Private,
    ExternWeak,
    Common,
}

impl Linkage {
    /// Not seen outside of the module.
    pub fn is_local(self) -> bool {
        matches!(self, Linkage::Internal | Linkage::Private)
    }
    /// May be replaced, or merged with others, when linking.
    pub fn is_weak(self) -> bool {
        use Linkage::*;
        matches!(self, LinkOnceAny | LinkOnceOdr | WeakAny | WeakOdr | ExternWeak)
    }
}

/// Visibility.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub enum Visibility {
    #[default]
    Default,
    Hidden,
    Protected,
}

/// Model of thread-local storage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum TlsModel {
    GeneralDynamic,
    LocalDynamic,
    InitialExec,
    LocalExec,
}

/// What a global is.
#[derive(Clone, Debug)]
pub enum GlobalKind {
    /// A variable.
    Variable {
        /// Never written.
        constant: bool,
        /// Initialiser in [`Module::consts`]; `None` for declarations.
        init: Option<Const>,
        /// `externally_initialized`.
        externally_initialized: bool,
    },
    /// A function: its signature, and its body if it has one here.
    Function {
        /// Signature.
        sig: Signature,
        /// Body.
        body: Option<FuncRef>,
    },
    /// An alias of a constant expression.
    Alias(Const),
    /// An indirect function; the constant is its resolver.
    Ifunc(Const),
}

/// A function's or call's signature.
#[derive(Clone, Debug)]
pub struct Signature {
    /// Function type.
    pub ty: Ty,
    /// Result type.
    pub ret: Ty,
    /// Parameter types.
    pub params: Vec<Ty>,
    /// More arguments may follow.
    pub vararg: bool,
    /// Calling convention's number (0 = C, 8 = fast, 9 = cold, ...).
    pub cc: u32,
    /// Attributes of the result.
    pub ret_attrs: ParamAttrs,
    /// Attributes of parameters (arguments, at a call), as many as there are.
    pub param_attrs: Vec<ParamAttrs>,
    /// Attributes of the function or call.
    pub attrs: FnAttrs,
}

/// A symbol with linkage.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name without `@`.
    pub name: String,
    /// Variable, function, alias, ifunc.
    pub kind: GlobalKind,
    /// Value type: what the variable holds, or the function's type.
    pub value_ty: Ty,
    /// Linkage.
    pub linkage: Linkage,
    /// Visibility.
    pub visibility: Visibility,
    /// Known to be in this image.
    pub dso_local: bool,
    /// Thread-local, and how.
    pub tls: Option<TlsModel>,
    /// `unnamed_addr`: its address does not matter.
    pub unnamed_addr: bool,
    /// Address space.
    pub addrspace: u32,
    /// Section named by the user.
    pub section: Option<String>,
    /// Comdat group's name.
    pub comdat: Option<String>,
    /// Alignment in bytes; 0 if none was named.
    pub align: u32,
    /// `partition`, kept for errors.
    pub partition: Option<String>,
    /// Attributes of a variable (`"bss-section"="..."`).
    pub attrs: FnAttrs,
    /// `code_model` of a variable.
    pub code_model: Option<String>,
    /// May lie where the addresses of the code model's other symbols do not reach: [`crate::target::mark_far`] finds it.
    pub far: bool,
    /// `!section_prefix`, `!associated` and the like; of functions, `!dbg` and `!prof` too.
    pub metadata: Vec<(MdKind, MdRef)>,
    /// Where it stands in the input.
    pub pos: crate::diag::Pos,
}

impl Global {
    /// A symbol of which nothing is known but what it is: external, with no attributes.
    pub fn declared(name: String, kind: GlobalKind, value_ty: Ty, pos: crate::diag::Pos) -> Global {
        Global {
            name,
            kind,
            value_ty,
            linkage: Linkage::External,
            visibility: Visibility::Default,
            dso_local: false,
            tls: None,
            unnamed_addr: false,
            addrspace: 0,
            section: None,
            comdat: None,
            align: 0,
            partition: None,
            attrs: FnAttrs::default(),
            code_model: None,
            far: false,
            metadata: Vec::new(),
            pos,
        }
    }
}

/// A comdat's selection kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub enum ComdatKind {
    #[default]
    Any,
    ExactMatch,
    Largest,
    NoDeduplicate,
    SameSize,
}

/// A whole module.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// `source_filename`.
    pub source_filename: String,
    /// `target triple`.
    pub triple: Option<String>,
    /// `target datalayout`.
    pub data_layout: Option<String>,
    /// `module asm`, line by line.
    pub asm: Vec<String>,
    /// Types.
    pub types: Types,
    /// Constants of initialisers, aliases and metadata.
    pub consts: Consts,
    /// Global symbols, in order of their first mention.
    pub globals: PrimaryMap<GlobalRef, Global>,
    /// Bodies, in order of appearance.
    pub functions: PrimaryMap<FuncRef, Function>,
    /// Global symbols in the order in which they are defined or declared: the order of output.
    pub order: Vec<GlobalRef>,
    /// Blocks whose address is taken by a constant.
    pub block_addrs: PrimaryMap<BlockAddr, (FuncRef, BlockId)>,
    /// Symbols by name.
    pub by_name: FxHashMap<String, GlobalRef>,
    /// Metadata.
    pub metadata: Metadata,
    /// Comdats.
    pub comdats: Vec<(String, ComdatKind)>,
}

impl Module {
    /// A module flag's integer value (`PIC Level`, `Code Model`; `target-abi` is a string: see `flag_string`).
    pub fn flag_int(&self, name: &str) -> Option<i64> {
        match self.flag(name)? {
            MdOperand::Int(v, _) => Some(v),
            _ => None,
        }
    }
    /// A module flag's string value (`target-abi`).
    pub fn flag_string(&self, name: &str) -> Option<&str> {
        match self.flag(name)? {
            MdOperand::String(s) => self.metadata.str(s),
            _ => None,
        }
    }
    fn flag(&self, name: &str) -> Option<MdOperand> {
        let md = &self.metadata;
        md.named("llvm.module.flags")?.iter().find_map(|&n| match md.operands(n) {
            &[_, MdOperand::String(s), v] if md.str(s) == Some(name) => Some(v),
            _ => None,
        })
    }
    /// The signature of a function symbol.
    pub fn signature(&self, g: GlobalRef) -> Option<&Signature> {
        match &self.globals[g].kind {
            GlobalKind::Function { sig, .. } => Some(sig),
            _ => None,
        }
    }
}
