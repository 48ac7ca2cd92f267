//! How fast emission is: `cargo run --release -p emit --example speed`.
use cgir::func::{Func, TnData};
use cgir::pass::{Counters, Fuel, Options, PassCx};
use cgir::testing::Toy;
use std::time::Duration;
use targ_info::riscv::{ISA, op};
use targ_info::{Target, TargetSpec};
use whirl_lite::mtype::MType;

/// Time on the processor: other load does not count.
fn cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0))
}

fn main() {
    let mut ll = String::new();
    let n = 2500;
    for i in 0..n {
        ll += &format!("define void @function_{i}() {{ ret void }}\n");
    }
    ll += "@g = external global i32\n";
    let m = whirl_lite::ll::parse(ll.as_bytes()).unwrap();
    let spec = TargetSpec { triple: Some("riscv64".into()), mattr: "+m,+a,+f,+d,+c".into(), ..TargetSpec::default() };
    let t = Target::new(&spec, None).unwrap().0;
    let gpr = |f: &mut Func, i: u32| {
        let r = ISA.reg_by_name(["a0", "a1", "a2", "s1", "t3", "sp", "zero"][i as usize % 7]).unwrap();
        f.dedicated(r, ISA.reg(r).class, MType::I64)
    };
    let mut funcs = Vec::new();
    for i in 0..n {
        let g = m.by_name[&format!("function_{i}")];
        let mut f = Func::new(g, format!("function_{i}"));
        let bbs: Vec<_> = (0..20).map(|_| f.add_bb()).collect();
        for (k, &b) in bbs.iter().enumerate() {
            for j in 0..5 {
                let x = (i * 7 + k * 3 + j) as u32;
                let (a, c, d) = (gpr(&mut f, x), gpr(&mut f, x / 3), gpr(&mut f, x / 5));
                let o = match x % 5 {
                    0 => f.make_op(op::ADD, &[a], &[c, d]),
                    1 => {
                        let l = f.lit(i64::from(x % 64) * 8);
                        f.make_op(op::LD, &[a], &[l, c])
                    }
                    2 => {
                        let l = f.lit(i64::from(x % 64));
                        f.make_op(op::ADDI, &[a], &[c, l])
                    }
                    3 => {
                        let l = f.label(bbs[(x as usize * 5) % 20]);
                        f.make_op(op::BNE, &[], &[a, c, l])
                    }
                    _ => {
                        let sym = cgir::func::SymRef::Global(m.by_name["g"]);
                        let s = f.intern(TnData::Sym { sym, offset: 0, modifier: cgir::target::riscv::modifier::HI });
                        f.make_op(op::LUI, &[a], &[s])
                    }
                };
                f.append(b, o);
            }
        }
        funcs.push(f);
    }
    let (fuel, counters, options) = (Fuel::default(), Counters::default(), Options::default());
    let cx = PassCx { target: &t, hooks: &Toy, module: &m, options: &options, fuel: &fuel, counters: &counters };
    for _ in 0..3 {
        let start = cpu();
        let lowered: Vec<_> = funcs.iter().map(|f| emit::lower_function(f, &cx).unwrap()).collect();
        let lower = cpu() - start;
        let insts: usize = lowered.iter().map(|f| f.insts.len()).sum();
        let start = cpu();
        let mut asm = Vec::new();
        emit::emit_module(&m, &lowered, &t, emit::FileType::Assembly, &Default::default(), &mut asm).unwrap();
        let text = cpu() - start;
        let start = cpu();
        let mut obj = Vec::new();
        emit::emit_module(&m, &lowered, &t, emit::FileType::Object, &Default::default(), &mut obj).unwrap();
        println!(
            "{insts} instructions: lower {lower:?}, text {text:?} ({} bytes), object {:?}",
            asm.len(),
            (cpu() - start)
        );
    }
}
