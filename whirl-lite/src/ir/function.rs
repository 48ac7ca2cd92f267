//! Functions: values, blocks, instructions and their order.

use super::*;
use crate::diag::Pos;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityList, ListPool, PrimaryMap, SecondaryMap, entity_impl};
use rustc_hash::FxHashMap;

/// A value: an index into [`Function::values`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(u32);
entity_impl!(Value, "v");

/// A block: an index into [`Function::blocks`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(u32);
entity_impl!(BlockId, "block");

/// A frame object: a place in the stack frame with size and alignment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FrameObj(u32);
entity_impl!(FrameObj, "frame");

/// A class of memory, for alias questions: an index into [`Function::alias`]. Class 0 is "anything".
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct AliasClass(pub u32);

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// A result of an instruction, by number.
    Result(Inst, u16),
    /// A parameter of the function, by number (after legalising: one for each register-sized part).
    Param(u32),
    /// A constant of the function's pool.
    Const(Const),
    /// Metadata or a label used as an argument of an intrinsic.
    Other,
}

/// A value.
#[derive(Clone, Copy, Debug)]
pub struct ValueData {
    /// Its type.
    pub ty: Ty,
    /// Where it comes from.
    pub def: ValueDef,
}

/// A frame object.
#[derive(Clone, Copy, Debug)]
pub struct FrameObjData {
    /// Bytes.
    pub size: u64,
    /// log2 alignment.
    pub align: u8,
}

/// A block.
#[derive(Clone, Debug, Default)]
pub struct BlockData {
    /// First and last instruction.
    first: PackedOption<Inst>,
    last: PackedOption<Inst>,
    /// Its address is taken (`blockaddress`).
    pub address_taken: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    block: PackedOption<BlockId>,
    prev: PackedOption<Inst>,
    next: PackedOption<Inst>,
}

/// What an alias class says of memory. `alias::may_alias` answers for pairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct AliasData {
    /// Which object the address is based on.
    pub base: AliasBase,
    /// Distance in bytes from the base, if known.
    pub offset: Option<i64>,
    /// Bytes accessed; 0 if unknown.
    pub size: u32,
    /// TBAA access tag.
    pub tbaa: Option<MdRef>,
    /// `!alias.scope`, `!noalias`.
    pub scopes: Option<MdRef>,
    /// `!noalias`.
    pub noalias: Option<MdRef>,
    /// Never written while the program runs (`!invariant.load`, constant globals).
    pub constant: bool,
}

/// The object that an address is based on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum AliasBase {
    /// Not known.
    Unknown,
    /// A frame object; `true`: its address never escapes.
    Frame(FrameObj, bool),
    /// A global.
    Global(GlobalRef),
    /// A `noalias` parameter, by number.
    Param(u32),
    /// A value that some other accesses are based on too: same base, offsets compare; else unknown.
    Value(Value),
    /// The incoming argument area.
    Incoming,
}

/// A function with a body.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its symbol.
    pub global: GlobalRef,
    /// Its name.
    pub name: String,
    /// Its signature; after legalising, types of register-sized parts stand in `params` (values) only.
    pub sig: Signature,
    /// Parameters, in order.
    pub params: Vec<Value>,
    /// After legalising: where each parameter part arrives, one for each of `params`.
    pub param_locs: Vec<crate::abi::ArgLoc>,
    /// After legalising: where each returned part goes, one for each operand of `Ret`.
    pub ret_locs: Vec<crate::abi::ArgLoc>,
    /// After legalising: bytes of incoming stack arguments (fixed ones), and what varargs need.
    pub incoming: crate::abi::Incoming,
    /// Values.
    pub values: PrimaryMap<Value, ValueData>,
    /// Instructions.
    pub insts: PrimaryMap<Inst, InstData>,
    /// Blocks.
    pub blocks: PrimaryMap<BlockId, BlockData>,
    /// Blocks in layout order; the first is the entry.
    pub layout: Vec<BlockId>,
    nodes: SecondaryMap<Inst, Node>,
    /// Pool of operand lists.
    pub pool: ListPool<Value>,
    /// Pool of block lists.
    pub block_pool: ListPool<BlockId>,
    /// Constants.
    pub consts: Consts,
    /// The value of each constant that was asked for, by the constant's number.
    const_values: Vec<PackedOption<Value>>,
    /// Calls.
    pub calls: PrimaryMap<CallId, CallInfo>,
    /// Switches.
    pub switches: PrimaryMap<SwitchId, SwitchData>,
    /// Index lists.
    pub paths: PrimaryMap<PathId, Vec<u32>>,
    /// Frame objects.
    pub frame: PrimaryMap<FrameObj, FrameObjData>,
    /// Metadata attachments.
    pub attachments: Vec<Attachments>,
    /// Alias classes; index 0 is "anything".
    pub alias: Vec<AliasData>,
    /// After legalising: parameters and results of calls whose upper bits the convention fills: from how many bits, and
    /// whether by the sign.
    pub extended: FxHashMap<Value, (u8, bool)>,
    /// Probability of the first way of a conditional branch in 1/2^16, where a pass knows it; 0 elsewhere.
    pub branch_prob: SecondaryMap<Inst, u32>,
    /// `personality`, if any.
    pub personality: Option<Const>,
    /// `prefix` data: refused when compiled.
    pub prefix: Option<Const>,
    /// `prologue` data: refused when compiled.
    pub prologue: Option<Const>,
    /// `gc`: the collector's name; refused when compiled.
    pub gc: Option<String>,
    /// Names of values, for printing and errors; sparse.
    pub value_names: Names<Value>,
    /// Names of blocks, for printing and errors; sparse.
    pub block_names: Names<BlockId>,
    /// Where it stands in the input.
    pub pos: Pos,
}

impl AliasData {
    /// Anything at all.
    pub const ANY: AliasData = AliasData {
        base: AliasBase::Unknown,
        offset: None,
        size: 0,
        tbaa: None,
        scopes: None,
        noalias: None,
        constant: false,
    };
}

impl Function {
    /// A function without blocks.
    pub fn new(global: GlobalRef, name: String, sig: Signature, pos: Pos) -> Function {
        let mut f = Function {
            global,
            name,
            params: Vec::new(),
            param_locs: Vec::new(),
            ret_locs: Vec::new(),
            incoming: crate::abi::Incoming::default(),
            values: PrimaryMap::new(),
            insts: PrimaryMap::new(),
            blocks: PrimaryMap::new(),
            layout: Vec::new(),
            nodes: SecondaryMap::new(),
            pool: ListPool::new(),
            block_pool: ListPool::new(),
            consts: Consts::default(),
            const_values: Vec::new(),
            calls: PrimaryMap::new(),
            switches: PrimaryMap::new(),
            paths: PrimaryMap::new(),
            frame: PrimaryMap::new(),
            attachments: Vec::new(),
            alias: vec![AliasData::ANY],
            extended: FxHashMap::default(),
            branch_prob: SecondaryMap::new(),
            personality: None,
            prefix: None,
            prologue: None,
            gc: None,
            value_names: Names::default(),
            block_names: Names::default(),
            pos,
            sig,
        };
        for (i, ty) in f.sig.params.clone().into_iter().enumerate() {
            f.add_param(ty, i as u32);
        }
        f
    }

    /// Adds a parameter value.
    pub fn add_param(&mut self, ty: Ty, number: u32) -> Value {
        let v = self.values.push(ValueData { ty, def: ValueDef::Param(number) });
        self.params.push(v);
        v
    }
    /// The value of a constant of the function's pool.
    pub fn const_value(&mut self, c: Const) -> Value {
        let n = c.0 as usize;
        if n >= self.const_values.len() {
            self.const_values.resize(n + 1, None.into());
        }
        if let Some(v) = self.const_values[n].expand() {
            return v;
        }
        let v = self.values.push(ValueData { ty: self.consts.ty(c), def: ValueDef::Const(c) });
        self.const_values[n] = v.into();
        v
    }
    /// An integer constant of a type of at most 64 bits; `bits` must be zero-extended from the type's width.
    pub fn int_const(&mut self, ty: Ty, bits: u64) -> Value {
        let c = self.consts.intern(ty, ConstData::Int(bits));
        self.const_value(c)
    }
    /// The constant that a value is, if it is one.
    #[inline]
    pub fn as_const(&self, v: Value) -> Option<&ConstData> {
        match self.values[v].def {
            ValueDef::Const(c) => Some(self.consts.get(c)),
            _ => None,
        }
    }
    /// The bits of an integer constant of at most 64 bits (null and zero count as 0).
    #[inline]
    pub fn as_int(&self, v: Value) -> Option<u64> {
        match self.as_const(v)? {
            ConstData::Int(n) => Some(*n),
            ConstData::Null | ConstData::Zero if self.values[v].ty.vector_index().is_none() => Some(0),
            _ => None,
        }
    }
    /// The instruction that defines a value.
    #[inline]
    pub fn def_inst(&self, v: Value) -> Option<Inst> {
        match self.values[v].def {
            ValueDef::Result(i, _) => Some(i),
            _ => None,
        }
    }
    /// Type of a value.
    #[inline]
    pub fn ty(&self, v: Value) -> Ty {
        self.values[v].ty
    }

    /// Makes an instruction with its results, not yet in a block.
    pub fn make_inst(
        &mut self,
        kind: InstKind,
        flags: InstFlags,
        args: &[Value],
        blocks: &[BlockId],
        results: &[Ty],
        pos: Pos,
    ) -> Inst {
        let first_result = self.values.len() as u32;
        let inst = self.push_inst(kind, flags, args, blocks, (first_result, results.len() as u16), pos);
        for (i, &ty) in results.iter().enumerate() {
            self.values.push(ValueData { ty, def: ValueDef::Result(inst, i as u16) });
        }
        inst
    }
    /// Makes an instruction whose one result is a value that exists already, as a forward reference does.
    pub fn make_inst_defining(
        &mut self,
        kind: InstKind,
        flags: InstFlags,
        args: &[Value],
        blocks: &[BlockId],
        result: Value,
        pos: Pos,
    ) -> Inst {
        let inst = self.push_inst(kind, flags, args, blocks, (result.as_u32(), 1), pos);
        self.values[result].def = ValueDef::Result(inst, 0);
        inst
    }
    fn push_inst(
        &mut self,
        kind: InstKind,
        flags: InstFlags,
        args: &[Value],
        blocks: &[BlockId],
        (first_result, results): (u32, u16),
        pos: Pos,
    ) -> Inst {
        let args = EntityList::from_slice(args, &mut self.pool);
        let blocks = EntityList::from_slice(blocks, &mut self.block_pool);
        let debug_loc = None.into();
        self.insts.push(InstData { kind, flags, args, blocks, first_result, results, attachments: 0, debug_loc, pos })
    }
    /// Operands of an instruction.
    #[inline]
    pub fn args(&self, i: Inst) -> &[Value] {
        self.insts[i].args.as_slice(&self.pool)
    }
    /// Operands of an instruction, to be changed.
    #[inline]
    pub fn args_mut(&mut self, i: Inst) -> &mut [Value] {
        self.insts[i].args.as_mut_slice(&mut self.pool)
    }
    /// Blocks named by an instruction.
    #[inline]
    pub fn inst_blocks(&self, i: Inst) -> &[BlockId] {
        self.insts[i].blocks.as_slice(&self.block_pool)
    }
    /// Blocks named by an instruction, to be changed.
    #[inline]
    pub fn inst_blocks_mut(&mut self, i: Inst) -> &mut [BlockId] {
        self.insts[i].blocks.as_mut_slice(&mut self.block_pool)
    }
    /// Result `n` of an instruction; the caller knows that it exists.
    #[inline]
    pub fn result(&self, i: Inst, n: usize) -> Value {
        debug_assert!(n < self.insts[i].results as usize);
        Value::from_u32(self.insts[i].first_result + n as u32)
    }
    /// The results of an instruction.
    #[inline]
    pub fn results(&self, i: Inst) -> impl Iterator<Item = Value> + use<> {
        let d = &self.insts[i];
        (d.first_result..d.first_result + u32::from(d.results)).map(Value::from_u32)
    }

    /// Adds an empty block at the end of the layout.
    pub fn add_block(&mut self) -> BlockId {
        let b = self.blocks.push(BlockData::default());
        self.layout.push(b);
        b
    }
    /// The entry block, if there is any block.
    #[inline]
    pub fn entry(&self) -> Option<BlockId> {
        self.layout.first().copied()
    }
    /// The block that holds an instruction.
    #[inline]
    pub fn block_of(&self, i: Inst) -> Option<BlockId> {
        self.nodes[i].block.expand()
    }
    /// First instruction of a block.
    #[inline]
    pub fn first(&self, b: BlockId) -> Option<Inst> {
        self.blocks[b].first.expand()
    }
    /// Last instruction of a block (its terminator, when complete).
    #[inline]
    pub fn last(&self, b: BlockId) -> Option<Inst> {
        self.blocks[b].last.expand()
    }
    /// The instruction after this one.
    #[inline]
    pub fn next(&self, i: Inst) -> Option<Inst> {
        self.nodes[i].next.expand()
    }
    /// The instruction before this one.
    #[inline]
    pub fn prev(&self, i: Inst) -> Option<Inst> {
        self.nodes[i].prev.expand()
    }
    /// Appends an instruction to a block.
    pub fn append(&mut self, b: BlockId, i: Inst) {
        let last = self.blocks[b].last;
        self.nodes[i] = Node { block: b.into(), prev: last, next: None.into() };
        match last.expand() {
            Some(l) => self.nodes[l].next = i.into(),
            None => self.blocks[b].first = i.into(),
        }
        self.blocks[b].last = i.into();
    }
    /// Inserts an instruction before another, which is in a block.
    pub fn insert_before(&mut self, i: Inst, at: Inst) {
        let Node { block, prev, .. } = self.nodes[at];
        self.nodes[i] = Node { block, prev, next: at.into() };
        self.nodes[at].prev = i.into();
        match (prev.expand(), block.expand()) {
            (Some(p), _) => self.nodes[p].next = i.into(),
            (None, Some(b)) => self.blocks[b].first = i.into(),
            (None, None) => {}
        }
    }
    /// Inserts an instruction at the start of a block.
    pub fn prepend(&mut self, b: BlockId, i: Inst) {
        match self.first(b) {
            Some(f) => self.insert_before(i, f),
            None => self.append(b, i),
        }
    }
    /// Takes an instruction out of its block.
    pub fn remove(&mut self, i: Inst) {
        let Node { block, prev, next } = std::mem::take(&mut self.nodes[i]);
        let Some(b) = block.expand() else { return };
        match prev.expand() {
            Some(p) => self.nodes[p].next = next,
            None => self.blocks[b].first = next,
        }
        match next.expand() {
            Some(n) => self.nodes[n].prev = prev,
            None => self.blocks[b].last = prev,
        }
    }
    /// The instructions of a block in order. Do not change the block meanwhile; use [`Function::next`] for that.
    #[inline]
    pub fn block_insts(&self, b: BlockId) -> impl Iterator<Item = Inst> + '_ {
        std::iter::successors(self.first(b), |&i| self.next(i))
    }
    /// Successors of a block.
    #[inline]
    pub fn succs(&self, b: BlockId) -> &[BlockId] {
        match self.last(b) {
            Some(t) if !matches!(self.insts[t].kind, InstKind::Phi) => self.inst_blocks(t),
            _ => &[],
        }
    }
    /// Makes every use of each value in the map a use of another. One pass over the function.
    pub fn replace_uses(&mut self, map: &FxHashMap<Value, Value>) {
        for n in 0..self.insts.len() {
            for v in self.args_mut(Inst::from_u32(n as u32)) {
                while let Some(&w) = map.get(v) {
                    *v = w;
                }
            }
        }
    }
    /// The called value of a call through one: it follows the arguments, bundles' operands follow it.
    pub fn callee(&self, call: Inst) -> Option<Value> {
        let (InstKind::Call(c) | InstKind::Invoke(c) | InstKind::CallBr(c)) = self.insts[call].kind else {
            return None;
        };
        let info = &self.calls[c];
        let bundles: usize = info.bundles.iter().map(|b| b.1).sum();
        let args = self.args(call);
        match info.callee {
            Callee::Value => args.get(args.len().checked_sub(bundles + 1)?).copied(),
            _ => None,
        }
    }
    /// A new alias class with this description.
    pub fn add_alias(&mut self, d: AliasData) -> AliasClass {
        self.alias.push(d);
        AliasClass(self.alias.len() as u32 - 1)
    }
    /// The metadata attached to an instruction under this kind (`MdKind::DBG` is in [`InstData::debug_loc`]).
    pub fn attachment(&self, i: Inst, kind: MdKind) -> Option<MdRef> {
        let n = self.insts[i].attachments.checked_sub(1)?;
        self.attachments.get(n as usize)?.iter().find(|(k, _)| *k == kind).map(|(_, m)| *m)
    }
}

/// Names of some entities, all in one buffer.
#[derive(Clone, Debug)]
pub struct Names<K> {
    text: String,
    spans: FxHashMap<K, (u32, u32)>,
}

impl<K> Default for Names<K> {
    fn default() -> Names<K> {
        Names { text: String::new(), spans: FxHashMap::default() }
    }
}

impl<K: Copy + Eq + std::hash::Hash> Names<K> {
    /// The name of an entity.
    pub fn get(&self, k: K) -> Option<&str> {
        let &(start, len) = self.spans.get(&k)?;
        self.text.get(start as usize..(start + len) as usize)
    }
    /// Names an entity.
    pub fn set(&mut self, k: K, name: &str) {
        self.spans.insert(k, (self.text.len() as u32, name.len() as u32));
        self.text.push_str(name);
    }
    /// Has nothing a name?
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }
}
