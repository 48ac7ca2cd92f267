//! Constants: a pool of them belongs to the module (for initialisers) and one to each function.

use super::{BlockAddr, CastOp, GlobalRef, Ty};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// A constant: an index into a [`Consts`] pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Const(pub u32);

/// What a constant is. Its type stands beside it in the pool.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstData {
    /// An integer of at most 64 bits, zero-extended; also a pointer's bits after legalising.
    Int(u64),
    /// A wider integer: little-endian words, as many as the width needs.
    BigInt(Box<[u64]>),
    /// A half, bfloat, float or double: its bits in its own format.
    Float(u64),
    /// fp128, x86_fp80 or ppc_fp128: its bits.
    BigFloat(u128),
    /// A null pointer.
    Null,
    /// `undef`.
    Undef,
    /// `poison`.
    Poison,
    /// `zeroinitializer` of any type.
    Zero,
    /// `none` (tokens).
    TokenNone,
    /// An array, structure or vector, member by member.
    Aggregate(Box<[Const]>),
    /// `splat (t x)`: all lanes are the one constant.
    Splat(Const),
    /// An array of i8, as bytes (`c"..."`).
    Bytes(Box<[u8]>),
    /// The address of a global variable, function, alias or ifunc.
    Global(GlobalRef),
    /// `blockaddress(@f, %b)`; [`super::Module::block_addrs`] has the function and the block.
    BlockAddress(BlockAddr),
    /// `dso_local_equivalent @f` and `no_cfi @f`: the function's address for our purposes.
    FunctionAddress(GlobalRef),
    /// A constant expression.
    Expr(ConstExpr),
}

/// A constant expression (what LLVM 15 to 22 still have).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstExpr {
    /// `trunc`, `ptrtoint`, `inttoptr`, `bitcast`, `addrspacecast`, ...
    Cast(CastOp, Const),
    /// `getelementptr (t, ptr base, indices...)`.
    Gep {
        /// Source element type.
        elem: Ty,
        /// Base, then indices.
        args: Box<[Const]>,
        /// `inbounds`.
        inbounds: bool,
    },
    /// A binary operator.
    Binary(super::BinOp, Const, Const),
    /// `icmp` (older IR).
    Icmp(super::IntPred, Const, Const),
    /// `select` (older IR).
    Select(Const, Const, Const),
    /// `extractelement`, `insertelement`, `shufflevector` and what else older IR may hold; refused when used.
    Other(&'static str, Box<[Const]>),
}

/// A pool of constants, interned.
#[derive(Clone, Default, Debug)]
pub struct Consts {
    data: Vec<(Ty, ConstData)>,
    /// Indices into `data`, hashed by what stands there, so that no constant is stored twice.
    table: HashTable<u32>,
}

impl Consts {
    /// The constant of this type and description.
    pub fn intern(&mut self, ty: Ty, d: ConstData) -> Const {
        let key = (ty, d);
        let data = &self.data;
        let entry = self.table.entry(
            FxBuildHasher.hash_one(&key),
            |&n| data[n as usize] == key,
            |&n| FxBuildHasher.hash_one(&data[n as usize]),
        );
        match entry {
            hashbrown::hash_table::Entry::Occupied(e) => Const(*e.get()),
            hashbrown::hash_table::Entry::Vacant(e) => {
                let n = data.len() as u32;
                e.insert(n);
                self.data.push(key);
                Const(n)
            }
        }
    }
    /// What a constant is.
    pub fn get(&self, c: Const) -> &ConstData {
        &self.data[c.0 as usize].1
    }
    /// Its type.
    pub fn ty(&self, c: Const) -> Ty {
        self.data[c.0 as usize].0
    }
    /// How many there are.
    pub fn len(&self) -> usize {
        self.data.len()
    }
    /// Is the pool empty?
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }
    /// Gives back memory that is not needed.
    pub fn shrink(&mut self) {
        self.data.shrink_to_fit();
    }
}
