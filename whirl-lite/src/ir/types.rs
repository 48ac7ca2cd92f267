//! Interned types and their layout.

use rustc_hash::FxHashMap;
use std::fmt;

/// A type: an index into [`Types`]. The constants below are always interned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Ty(pub u32);

macro_rules! fixed_types {
    ($($name:ident = $index:expr, $data:expr;)*) => {
        #[allow(missing_docs)]
        impl Ty { $(pub const $name: Ty = Ty($index);)* }
        /// The types with fixed numbers, in order.
        const FIXED: &[TyData] = &[$($data),*];
    };
}

fixed_types! {
    VOID = 0, TyData::Void;
    I1 = 1, TyData::Int(1);
    I8 = 2, TyData::Int(8);
    I16 = 3, TyData::Int(16);
    I32 = 4, TyData::Int(32);
    I64 = 5, TyData::Int(64);
    I128 = 6, TyData::Int(128);
    I256 = 7, TyData::Int(256);
    HALF = 8, TyData::Half;
    BFLOAT = 9, TyData::BFloat;
    FLOAT = 10, TyData::Float;
    DOUBLE = 11, TyData::Double;
    FP128 = 12, TyData::Fp128;
    PTR = 13, TyData::Ptr(0);
    LABEL = 14, TyData::Label;
    METADATA = 15, TyData::Metadata;
    TOKEN = 16, TyData::Token;
    X86_FP80 = 17, TyData::X86Fp80;
    PPC_FP128 = 18, TyData::PpcFp128;
    I512 = 19, TyData::Int(512);
    I1024 = 20, TyData::Int(1024);
    // Vectors that may have registers.
    V16I8 = 21, TyData::Vector { lanes: 16, elem: Ty::I8, scalable: false };
    V8I16 = 22, TyData::Vector { lanes: 8, elem: Ty::I16, scalable: false };
    V4I32 = 23, TyData::Vector { lanes: 4, elem: Ty::I32, scalable: false };
    V2I64 = 24, TyData::Vector { lanes: 2, elem: Ty::I64, scalable: false };
    V4F32 = 25, TyData::Vector { lanes: 4, elem: Ty::FLOAT, scalable: false };
    V2F64 = 26, TyData::Vector { lanes: 2, elem: Ty::DOUBLE, scalable: false };
    V32I8 = 27, TyData::Vector { lanes: 32, elem: Ty::I8, scalable: false };
    V16I16 = 28, TyData::Vector { lanes: 16, elem: Ty::I16, scalable: false };
    V8I32 = 29, TyData::Vector { lanes: 8, elem: Ty::I32, scalable: false };
    V4I64 = 30, TyData::Vector { lanes: 4, elem: Ty::I64, scalable: false };
    V8F32 = 31, TyData::Vector { lanes: 8, elem: Ty::FLOAT, scalable: false };
    V4F64 = 32, TyData::Vector { lanes: 4, elem: Ty::DOUBLE, scalable: false };
}

/// The vector types that a target may have registers for, with the type and number of their lanes, narrow ones first.
pub const VECTORS: [(Ty, Ty, usize); 12] = [
    (Ty::V16I8, Ty::I8, 16),
    (Ty::V8I16, Ty::I16, 8),
    (Ty::V4I32, Ty::I32, 4),
    (Ty::V2I64, Ty::I64, 2),
    (Ty::V4F32, Ty::FLOAT, 4),
    (Ty::V2F64, Ty::DOUBLE, 2),
    (Ty::V32I8, Ty::I8, 32),
    (Ty::V16I16, Ty::I16, 16),
    (Ty::V8I32, Ty::I32, 8),
    (Ty::V4I64, Ty::I64, 4),
    (Ty::V8F32, Ty::FLOAT, 8),
    (Ty::V4F64, Ty::DOUBLE, 4),
];

impl Ty {
    /// Place in [`VECTORS`].
    pub fn vector_index(self) -> Option<usize> {
        (self.0 as usize).checked_sub(Ty::V16I8.0 as usize).filter(|&k| k < VECTORS.len())
    }
    /// Type and number of the lanes of one of [`VECTORS`].
    pub fn lanes(self) -> Option<(Ty, usize)> {
        self.vector_index().map(|k| (VECTORS[k].1, VECTORS[k].2))
    }
    /// The one of [`VECTORS`] with these lanes.
    pub fn vector(lane: Ty, lanes: usize) -> Option<Ty> {
        VECTORS.iter().find(|v| v.1 == lane && v.2 == lanes).map(|v| v.0)
    }
}

/// What a type is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TyData {
    /// No value.
    Void,
    /// An integer of so many bits (1 to 2^23).
    Int(u32),
    /// IEEE half.
    Half,
    /// bfloat.
    BFloat,
    /// IEEE single.
    Float,
    /// IEEE double.
    Double,
    /// IEEE quad.
    Fp128,
    /// x87 extended.
    X86Fp80,
    /// A pair of doubles.
    PpcFp128,
    /// A pointer in an address space.
    Ptr(u32),
    /// A label.
    Label,
    /// Metadata as an argument.
    Metadata,
    /// A token.
    Token,
    /// x86 AMX tile.
    X86Amx,
    /// `[n x t]`.
    Array(u64, Ty),
    /// `<n x t>`, `<vscale x n x t>`.
    Vector {
        /// Lanes.
        lanes: u32,
        /// Element.
        elem: Ty,
        /// Multiplied by vscale.
        scalable: bool,
    },
    /// A literal structure.
    Struct {
        /// Fields in order.
        fields: Vec<Ty>,
        /// Without padding.
        packed: bool,
    },
    /// A named structure; the body is in [`Types::named_body`], absent while opaque.
    Named(u32),
    /// A function.
    Func {
        /// Result.
        ret: Ty,
        /// Parameters.
        params: Vec<Ty>,
        /// More arguments may follow.
        vararg: bool,
    },
    /// A target extension type, by name and parameters as written.
    Target(String),
}

/// A named structure type.
#[derive(Clone, Debug)]
pub struct NamedType {
    /// Its name without `%`.
    pub name: String,
    /// Its body; `None` while opaque.
    pub body: Option<Ty>,
}

/// The interner of types.
#[derive(Clone, Debug)]
pub struct Types {
    data: Vec<TyData>,
    map: FxHashMap<TyData, Ty>,
    named: Vec<NamedType>,
    /// How deep each type nests, named structures counting as leaves.
    depth: Vec<u32>,
}

impl Default for Types {
    fn default() -> Types {
        let mut t = Types { data: Vec::new(), map: FxHashMap::default(), named: Vec::new(), depth: Vec::new() };
        for d in FIXED {
            t.intern(d.clone());
        }
        t
    }
}

impl Types {
    /// The type with this description.
    pub fn intern(&mut self, d: TyData) -> Ty {
        if let Some(&t) = self.map.get(&d) {
            return t;
        }
        let t = Ty(self.data.len() as u32);
        let depth = |t: &Ty| self.depth(*t) + 1;
        let depth = match &d {
            TyData::Array(_, e) | TyData::Vector { elem: e, .. } => depth(e),
            TyData::Struct { fields, .. } => fields.iter().map(depth).max().unwrap_or(1),
            TyData::Func { ret, params, .. } => params.iter().map(depth).fold(depth(ret), u32::max),
            _ => 0,
        };
        self.depth.push(depth);
        self.data.push(d.clone());
        self.map.insert(d, t);
        t
    }
    /// How deep a type nests as written, named structures counting as leaves.
    pub fn depth(&self, t: Ty) -> u32 {
        self.depth.get(t.0 as usize).copied().unwrap_or(0)
    }
    /// How many types there are; they are numbered from 0.
    pub fn len(&self) -> usize {
        self.data.len()
    }
    /// Are there none? (There always are some.)
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }
    /// How many named structures there are.
    pub fn named_len(&self) -> usize {
        self.named.len()
    }
    /// The type with this description, if it was interned.
    pub fn find(&self, d: &TyData) -> Option<Ty> {
        self.map.get(d).copied()
    }
    /// The integer type of a width, if it was interned (all powers of two up to 1024 are).
    pub fn int(&self, bits: u32) -> Option<Ty> {
        self.find(&TyData::Int(bits))
    }
    /// Makes a named structure, opaque at first.
    pub fn new_named(&mut self, name: &str) -> Ty {
        let n = self.named.len() as u32;
        self.named.push(NamedType { name: name.to_string(), body: None });
        self.intern(TyData::Named(n))
    }
    /// Gives a named structure its body.
    pub fn set_body(&mut self, t: Ty, body: Ty) {
        if let TyData::Named(n) = self.data[t.0 as usize] {
            self.named[n as usize].body = Some(body);
        }
    }
    /// A named structure's record.
    pub fn named(&self, n: u32) -> &NamedType {
        &self.named[n as usize]
    }
    /// What a type is, as written.
    pub fn raw(&self, t: Ty) -> &TyData {
        &self.data[t.0 as usize]
    }
    /// What a type is, named structures replaced by their body. An opaque one stays `Named`.
    pub fn get(&self, t: Ty) -> &TyData {
        match &self.data[t.0 as usize] {
            TyData::Named(n) => match self.named[*n as usize].body {
                Some(b) => &self.data[b.0 as usize],
                None => &self.data[t.0 as usize],
            },
            d => d,
        }
    }
    /// The width of an integer type.
    pub fn int_bits(&self, t: Ty) -> Option<u32> {
        match self.get(t) {
            TyData::Int(n) => Some(*n),
            _ => None,
        }
    }
    /// Is it a pointer?
    pub fn is_ptr(&self, t: Ty) -> bool {
        matches!(self.get(t), TyData::Ptr(_))
    }
    /// Is it a floating-point scalar?
    pub fn is_float(&self, t: Ty) -> bool {
        use TyData::*;
        matches!(self.get(t), Half | BFloat | Float | Double | Fp128 | X86Fp80 | PpcFp128)
    }
    /// Is it an array or structure?
    pub fn is_aggregate(&self, t: Ty) -> bool {
        matches!(self.get(t), TyData::Array(..) | TyData::Struct { .. })
    }
    /// Is it a vector?
    pub fn is_vector(&self, t: Ty) -> bool {
        matches!(self.get(t), TyData::Vector { .. })
    }
    /// The element of a vector or array, or the type itself.
    pub fn scalar(&self, t: Ty) -> Ty {
        match self.get(t) {
            TyData::Vector { elem, .. } => *elem,
            _ => t,
        }
    }
    /// A type in LLVM's notation.
    pub fn show(&self, t: Ty) -> ShowTy<'_> {
        ShowTy(self, t)
    }
}

/// Prints a type in LLVM's notation.
pub struct ShowTy<'a>(&'a Types, Ty);

impl fmt::Display for ShowTy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = |t: &Ty| ShowTy(self.0, *t);
        match self.0.raw(self.1) {
            TyData::Void => f.write_str("void"),
            TyData::Int(n) => write!(f, "i{n}"),
            TyData::Half => f.write_str("half"),
            TyData::BFloat => f.write_str("bfloat"),
            TyData::Float => f.write_str("float"),
            TyData::Double => f.write_str("double"),
            TyData::Fp128 => f.write_str("fp128"),
            TyData::X86Fp80 => f.write_str("x86_fp80"),
            TyData::PpcFp128 => f.write_str("ppc_fp128"),
            TyData::Ptr(0) => f.write_str("ptr"),
            TyData::Ptr(n) => write!(f, "ptr addrspace({n})"),
            TyData::Label => f.write_str("label"),
            TyData::Metadata => f.write_str("metadata"),
            TyData::Token => f.write_str("token"),
            TyData::X86Amx => f.write_str("x86_amx"),
            TyData::Array(n, t) => write!(f, "[{n} x {}]", s(t)),
            TyData::Vector { lanes, elem, scalable: false } => write!(f, "<{lanes} x {}>", s(elem)),
            TyData::Vector { lanes, elem, scalable: true } => write!(f, "<vscale x {lanes} x {}>", s(elem)),
            TyData::Struct { fields, packed } => {
                f.write_str(if *packed { "<{" } else { "{" })?;
                for (i, t) in fields.iter().enumerate() {
                    write!(f, "{}{}", if i == 0 { " " } else { ", " }, s(t))?;
                }
                f.write_str(if fields.is_empty() { "" } else { " " })?;
                f.write_str(if *packed { "}>" } else { "}" })
            }
            TyData::Named(n) => write!(f, "%{}", quote(&self.0.named(*n).name)),
            TyData::Func { ret, params, vararg } => {
                write!(f, "{} (", s(ret))?;
                for (i, t) in params.iter().enumerate() {
                    write!(f, "{}{}", if i == 0 { "" } else { ", " }, s(t))?;
                }
                f.write_str(match (vararg, params.is_empty()) {
                    (true, true) => "...",
                    (true, false) => ", ...",
                    (false, _) => "",
                })?;
                f.write_str(")")
            }
            TyData::Target(text) => write!(f, "target({text})"),
        }
    }
}

/// A name as LLVM prints it: quoted where a plain name would not read back.
pub fn quote(name: &str) -> String {
    let plain = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'$' | b'.' | b'_');
    if name.bytes().all(plain) && name.as_bytes().first().is_some_and(|c| !c.is_ascii_digit()) {
        return name.to_string();
    }
    let mut s = String::from("\"");
    for b in name.bytes() {
        match b {
            b' '..=b'~' if b != b'"' && b != b'\\' => s.push(b as char),
            _ => s.push_str(&format!("\\{b:02X}")),
        }
    }
    s.push('"');
    s
}
