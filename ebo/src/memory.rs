//! What memory is known to hold, and which stores nothing reads.
//!
//! Accesses on the path are a list, newest last; a search goes backward from the present op and stops at the first
//! access that may have changed the bytes. It is bounded, so long blocks cost linear time.

use crate::value::{Values, Vn};
use cgir::func::{Func, Op, OpFlags, Tn};
use cgir::overlap::{Overlap, overlap};
use cgir::pass::PassCx;
use targ_info::{InstFlags, Opcode, Role};
use whirl_lite::alias::Aliases;
use whirl_lite::ir::AliasClass;
use whirl_lite::mtype::MType;

/// How many accesses a search looks at.
const REACH: usize = 32;

/// An access, or something that changes memory.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// The op.
    pub op: Op,
    kind: Kind,
    /// Value of the base register, and of the index if there is one.
    base: Vn,
    index: Vn,
    /// The operands that scale the index and choose a segment, where the row has them; the offset operand.
    form: [Option<Tn>; 2],
    offset: Tn,
    bytes: u32,
    alias: AliasClass,
    /// The value in memory, as `reader` would load it.
    value: Vn,
    /// The opcode that made the value by loading; for stores what a load must look like is in `exact`.
    reader: Opcode,
    /// Type of the stored value.
    stored: MType,
    spill: bool,
    volatile: bool,
    /// Does the op compute from another operand and what it loads? Then its result isn't what is in memory.
    computes: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Load,
    Store,
    /// Reads and writes one place.
    Modify,
    /// A call: changes what calls may touch.
    Call,
    /// Everything may be different after it.
    Barrier,
}

/// The value of a register that an address names to say that it has none.
const NOTHING: Vn = Vn::MAX;

/// What operands of an address are for.
const ADDRESS: [Role; 5] = [Role::Base, Role::Index, Role::Scale, Role::Offset, Role::Segment];

/// The list of accesses on the path.
#[derive(Default)]
pub struct Memory {
    list: Vec<Access>,
}

impl Memory {
    /// How long the list is: a point to return to.
    pub fn mark(&self) -> usize {
        self.list.len()
    }
    /// Returns there.
    pub fn undo_to(&mut self, mark: usize) {
        self.list.truncate(mark);
    }

    /// Describes an op that reads or writes memory.
    pub fn describe(&self, f: &Func, cx: &PassCx<'_>, op: Op, values: &mut Values, block: u32) -> Option<Access> {
        let isa = cx.target.isa;
        let d = &f.ops[op];
        let row = isa.inst(d.opcode);
        let extra = f.extra(op);
        let kind = if row.is(InstFlags::CALL) {
            if extra.is_some_and(|e| e.no_memory) {
                return None;
            }
            Kind::Call
        } else if row.is(InstFlags::FENCE)
            || extra.is_some_and(|e| e.asm.is_some())
            || row.is(InstFlags::STORE | InstFlags::LOAD) && row.is(InstFlags::EFFECT)
        {
            Kind::Barrier
        } else if row.is(InstFlags::STORE | InstFlags::LOAD) {
            // One that is atomic orders what is around it.
            if d.flags.contains(OpFlags::VOLATILE) { Kind::Barrier } else { Kind::Modify }
        } else if row.is(InstFlags::STORE) {
            Kind::Store
        } else if row.is(InstFlags::LOAD) {
            Kind::Load
        } else {
            return None;
        };
        let all = f.all(op);
        let mut address = [None; ADDRESS.len()];
        for (o, &t) in row.operands.iter().zip(all) {
            if let Some(n) = ADDRESS.iter().position(|&role| role == o.role) {
                address[n].get_or_insert(t);
            }
        }
        let [base, index, scale, offset, segment] = address;
        let mut access = Access {
            op,
            kind,
            base: 0,
            index: 0,
            form: [scale, segment],
            offset: Tn::from_u32(0),
            bytes: u32::from(row.mem_bytes),
            alias: d.alias,
            value: 0,
            reader: d.opcode,
            stored: MType::Void,
            spill: d.flags.intersects(OpFlags::SPILL | OpFlags::RELOAD),
            volatile: d.flags.contains(OpFlags::VOLATILE),
            computes: false,
        };
        if matches!(kind, Kind::Load | Kind::Store | Kind::Modify) {
            access.computes = f.operands(op).len() > address.iter().flatten().count();
            // Some rows name a register that is none where an address lacks one.
            let mut of = |t: Tn| match f.preg(t) {
                Some(r) if isa.reg(r).units.is_empty() => NOTHING,
                _ => values.of(f, isa, t, block),
            };
            access.base = base.map_or(0, &mut of);
            access.index = index.map_or(0, &mut of);
            match (base, offset) {
                (Some(_), Some(offset)) if access.bytes > 0 => access.offset = offset,
                _ => access.kind = if kind == Kind::Load { Kind::Load } else { Kind::Barrier },
            }
            if let (Kind::Store, Some(t)) = (kind, store_value(f, cx, op)) {
                access.value = values.of(f, isa, t, block);
                access.stored = f.ty(t);
            }
        }
        Some(access)
    }

    /// The value that a load would read, if memory is known to hold it.
    pub fn known(&self, f: &Func, cx: &PassCx<'_>, load: &Access) -> Option<Vn> {
        if load.volatile || load.base == 0 {
            return None;
        }
        let aliases = Aliases::new(&f.alias, cx.module);
        for a in self.list.iter().rev().take(REACH) {
            match a.kind {
                // It may be one that acquires.
                Kind::Load if a.volatile => return None,
                Kind::Load => {
                    if a.base != 0 && a.reader == load.reader && lie(f, a, load) == Overlap::Same {
                        return Some(a.value).filter(|&v| v != 0);
                    }
                }
                Kind::Store | Kind::Modify => match lie(f, a, load) {
                    Overlap::Same if a.kind == Kind::Store && exact(f, cx, a, load) => {
                        return Some(a.value).filter(|&v| v != 0);
                    }
                    Overlap::Same | Overlap::Partial => return None,
                    Overlap::Disjoint => {}
                    Overlap::Unknown if a.spill != load.spill => {}
                    Overlap::Unknown if aliases.may_alias(a.alias, load.alias) => return None,
                    Overlap::Unknown => {}
                },
                Kind::Call if load.spill || !aliases.call_may_touch(load.alias) => {}
                Kind::Call | Kind::Barrier => return None,
            }
        }
        None
    }

    /// An older store of this block (from `block_start` on) that a store makes useless, because nothing reads what it
    /// wrote. `Err(())`: the new store itself is useless, since memory holds its value already.
    pub fn overwritten(&self, f: &Func, cx: &PassCx<'_>, store: &Access, block_start: usize) -> Result<Option<Op>, ()> {
        if store.volatile || store.base == 0 {
            return Ok(None);
        }
        let aliases = Aliases::new(&f.alias, cx.module);
        let plain = |a: &Access| cx.hooks.is_plain_access(a.reader);
        for (i, a) in self.list.iter().enumerate().rev().take(REACH) {
            let place = lie(f, a, store);
            match a.kind {
                Kind::Load if a.volatile => return Ok(None),
                Kind::Load | Kind::Modify => {
                    let same = place == Overlap::Same && a.bytes == store.bytes && a.value == store.value;
                    if same && a.value != 0 && plain(a) && plain(store) {
                        return Err(());
                    }
                    let apart = place == Overlap::Disjoint || a.spill != store.spill;
                    if !apart && (place != Overlap::Unknown || aliases.may_alias(a.alias, store.alias)) {
                        return Ok(None);
                    }
                }
                Kind::Store if place == Overlap::Same && !a.volatile => {
                    if a.value == store.value && a.reader == store.reader && a.value != 0 {
                        return Err(());
                    }
                    return Ok((i >= block_start).then_some(a.op));
                }
                // It may be one that releases what was stored before.
                Kind::Store if a.volatile => return Ok(None),
                Kind::Store if place == Overlap::Disjoint || a.spill != store.spill => {}
                Kind::Store if place == Overlap::Unknown && !aliases.may_alias(a.alias, store.alias) => {}
                Kind::Store => return Ok(None),
                Kind::Call if store.spill => {}
                Kind::Call | Kind::Barrier => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Enters an access; `value` is what a load found.
    pub fn enter(&mut self, mut a: Access, value: Vn) {
        if a.kind == Kind::Load {
            a.value = value;
        }
        self.list.push(a);
    }
    /// Is the access a load that [`Memory::known`] understands?
    pub fn is_load(a: &Access) -> bool {
        a.kind == Kind::Load && !a.computes
    }
    /// Is the access a plain store?
    pub fn is_store(a: &Access) -> bool {
        a.kind == Kind::Store
    }
}

/// How two accesses lie, by base value and offset.
fn lie(f: &Func, a: &Access, b: &Access) -> Overlap {
    if a.base == 0 || b.base == 0 || a.base != b.base || a.index != b.index || a.form != b.form {
        return Overlap::Unknown;
    }
    overlap(f, (a.offset, a.bytes), (b.offset, b.bytes))
}

/// Does the load give back just the register value that was stored?
fn exact(f: &Func, cx: &PassCx<'_>, store: &Access, load: &Access) -> bool {
    let isa = cx.target.isa;
    let Some(&loaded) = f.results(load.op).first() else { return false };
    if !cx.hooks.is_plain_access(store.reader) || !cx.hooks.is_plain_access(load.reader) {
        return false;
    }
    let (Some(class), Some(value)) = (f.class(loaded), store_value(f, cx, store.op)) else { return false };
    let same_file = f.class(value).is_some_and(|c| isa.class(c).top == isa.class(class).top);
    let width = match isa.class(class).width {
        0 => cx.target.xlen(),
        w => w,
    };
    let whole = store.bytes * 8 == u32::from(width) && f.ty(loaded) == store.stored;
    // A 32-bit integer is kept sign-extended, and read back so.
    let signed = isa.inst(load.reader).is(InstFlags::LOAD_SIGNED);
    let word = store.bytes == 4 && signed && store.stored == MType::I32 && f.ty(loaded) == MType::I32;
    // A register may hold more of a number than its type says.
    let whole = whole && (!store.stored.is_float() || cx.hooks.slot_shape(f, value).0 <= u64::from(store.bytes));
    let float = store.stored == f.ty(loaded) && store.stored.is_float() && store.stored.bytes() == store.bytes;
    let float = float && cx.hooks.slot_shape(f, value).0 <= u64::from(store.bytes);
    // After allocation a TN's type is only that of its register's last use: the rule for words does not hold.
    same_file && (whole || float || (word && !f.allocated))
}

/// The TN that a store writes.
fn store_value(f: &Func, cx: &PassCx<'_>, op: Op) -> Option<Tn> {
    let row = cx.target.isa.inst(f.ops[op].opcode);
    row.role(Role::StoreVal).and_then(|i| f.all(op).get(i).copied())
}
