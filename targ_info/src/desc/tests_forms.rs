//! What machines with instructions of varying length need: families, variants, addresses, layouts, dialects, folded rows. A
//! small machine in a string shows each, and its spoilt copies what is wrong with bad ones.

use super::*;

const MAIN: &str = r#"isa vary
variants wide narrow
dialect main reg=% imm=$$ reverse
dialect other brackets sizes=1:byte,2:word
feature big   - "Wide mode"
feature small - "Narrow mode"
conflict big small
only wide   arch wide big triple=wide
only narrow arch narrow small triple=narrow
regs a0-a3 enc=0
regs b0-b3 enc=4 only=wide
reg none enc=8 unwritten
unit top
reg f over top
class r width=8 : a0-a3 b0-b3
class high width=8 in=r : b0-b3
class base width=8 in=r : r none
class st width=1 noalloc nospill : f
imm i8 bits=8 signed
imm d8 bits=8 signed
imm j8 bits=8 signed pcrel bias=2
compound mem = base:base/base disp:d8/offset
role opnd1 a
role opnd2 b imm
role target to
role val val
part ext reg[2]=0 rm[2]=0 :
only wide part ext : 1111 00 reg[2] rm[2]
part extm reg[2]=0 base[2]=0 :
only wide part extm : 1111 00 reg[2] base[2]
part op : op:8
part rr : 0000 reg[1:0] rm[1:0]
part mem base=none : 0001 reg[1:0] 00 disp:8
part mem base[3]=0 disp=0 : 0010 reg[1:0] base[1:0]
part mem base[3]=0 : 0011 reg[1:0] base[1:0] disp:8
part imm n=0 :
part imm n=1 : imm:8
layout RR key=op reg=rd rm=b n=0 imm=0 : ext op rr imm
layout RM key=op reg=rd : extm op mem
layout J key=op n=1 imm=to : op imm
sched any
list OP = add sub
list OP.n = 1 2
family two N K
$N.rr rd:r, {f?} = a:=rd, b:r | RR op=$K | any | commutes
$N.rm rd:r, {f?} = a:=rd, m:mem | RM op=$K+0x10 | any | load mem=1
end
make two add 1
make two sub 2
[OP=sub] neg_$OP.r rd:r = a:=rd | RR op=0x20+$OP.n reg=0 rm=rd | any |
mov.rr rd:r = a:r | RR op=0x30 rm=a | any | move
mov.rm rd:r = m:mem | RM op=0x31 | any | load mem=1
lea.x rd:r = m:mem | RM op=0x32 | any |
jmp to:j8 | J op=0x40 | any | branch nofall
same add.rr => mov.rr rd, b
abi vary.abi
proc vary.proc
"#;
const ABI: &str = "abi vary\n xlen 8\n layout \"e\"\n int-args\n int-results a0\n reserved a3 none\n sp a3\n fp a2\n bp a2\n \
                   scratch a1\n stack-align 1\n convention quick int-args a0 / callee-pops\n";

/// Reads the machine with a text put in the place of another.
fn edited(old: &str, new: &str) -> Res<Vec<Model>> {
    assert!(old.is_empty() || MAIN.contains(old) || ABI.contains(old), "{old}");
    let swap = |text: &str| if old.is_empty() { text.to_string() } else { text.replacen(old, new, 1) };
    load("vary.isa", &|file| match file {
        "vary.isa" => Ok(swap(MAIN)),
        "vary.abi" => Ok(swap(ABI)),
        "vary.proc" => Ok("proc p\nclass * latency=1\n".into()),
        _ => Err("no such file".into()),
    })
}

#[test]
fn families_make_rows_and_variants_share_them() {
    let models = edited("", "").unwrap();
    assert_eq!(models.iter().map(|m| m.variant.as_str()).collect::<Vec<_>>(), ["wide", "narrow"]);
    let names: Vec<&str> = models[0].insts.iter().map(|i| i.name.as_str()).collect();
    assert_eq!(names, ["add.rr", "add.rm", "sub.rr", "sub.rm", "neg_sub.r", "mov.rr", "mov.rm", "lea.x", "jmp"]);
    let of = |m: &Model, class: &str| m.classes[m.class_names[class]].members.len();
    assert_eq!((of(&models[0], "r"), of(&models[1], "r"), of(&models[1], "high")), (8, 4, 0));
    // The tables of the second variant are only what differs.
    let text = write::rust(&models).unwrap();
    assert_eq!(text.matches("static INSTS").count(), 1);
    assert_eq!(text.matches("static CLASSES").count(), 2);
    assert_eq!(models[0].abis[0].conventions[0].lists[0].len(), 1);
}

#[test]
fn templates_follow_the_dialects() {
    let m = &edited("", "").unwrap()[0];
    let asm = |n: &str| m.insts[m.scope.insts[n]].dialects.clone();
    assert_eq!(asm("add.rr"), ["add %{b}, %{rd}", "add {rd}, {b}"]);
    assert_eq!(asm("add.rm"), ["add {@base}, %{rd}", "add {rd}, byte ptr {@base}"]);
    assert_eq!(asm("lea.x"), ["lea {@base}, %{rd}", "lea {rd}, {@base}"]);
}

#[test]
fn folds_are_found_by_name() {
    let m = &edited("", "").unwrap()[0];
    let folds: Vec<_> =
        m.folds.iter().map(|f| (&*m.insts[f.reg].name, f.operand, &*m.insts[f.mem].name, f.access)).collect();
    let load = (true, false);
    assert_eq!(folds, [("add.rr", 3, "add.rm", load), ("sub.rr", 3, "sub.rm", load), ("mov.rr", 1, "mov.rm", load)]);
    assert_eq!(m.alternatives.len(), 1);
}

#[test]
fn bad_forms_are_refused() {
    for (old, new, message) in [
        // Families, lists, variants.
        ("make two sub 2", "make three sub 2", "unknown family 'three'"),
        ("make two sub 2", "make two sub", "family 'two' takes 2 arguments, not 1"),
        ("end\nmake two add 1", "make two add 1", "family 'two' has no 'end'"),
        ("[OP=sub]", "[OP=mul]", "list 'OP' has no entry 'mul'"),
        ("list OP.n = 1 2", "list OP.n = 1", "'OP.n' has 1 entries, 'OP' has 2"),
        ("list OP.n = 1 2", "list OQ.n = 1 2", "unknown list 'OQ'"),
        ("op=0x20+$OP.n", "op=0x20+$OQ.n", "nothing is called '$OQ.n'"),
        ("only narrow arch", "only short arch", "unknown variant 'short'"),
        ("sched any", "sched any\nonly narrow sched more", "variant 'narrow' does not have the names of the first"),
        // Registers and addresses.
        ("reg f over top", "reg f over bottom", "unknown register 'bottom'"),
        ("unit top", "unit top top", "unit 'top' is described twice"),
        ("disp:d8/offset", "disp:d9/offset", "unknown class 'd9'"),
        ("disp:d8/offset", "disp:d8", "operand 'disp' has no role"),
        ("bias=2", "bias=99", "99 is not within 0..=15"),
        // Parts and layouts.
        ("part op : op:8", "part op : op:7", "'op:7' is not so many whole bytes"),
        ("part rr : 0000", "part rr : 000", "7 bits are no whole bytes"),
        ("part rr : 0000 reg[1:0]", "part rr : 0000 reg[5:0]", "'reg[5:0]' goes over the end of a byte"),
        ("part mem base=none :", "part mem base:none :", "'base:none' is no condition"),
        ("base[3]=0 disp=0", "base[3]=2 disp=0", "2 does not fit 'base[3]'"),
        ("part rr : 0000 reg[1:0]", "part rr : 0000 reg[0:1]", "bits 0:1 are the wrong way round"),
        ("layout J key=op", "layout J", "layout 'J' has no key"),
        (": extm op mem", ": extm op mum", "unknown part 'mum'"),
        ("n=1 imm=to", "n=1 q=to", "layout 'J' has no field 'q'"),
        ("RR op=0x30 rm=a", "RR op=0x30 rx=a", "layout 'RR' has no field 'rx'"),
        ("RR op=0x30 rm=a", "RR op=0x30", "field 'rm' of the layout has neither operand nor value"),
        ("RR op=0x30 rm=a", "RR op=0x30 rm=3", "'mov.rr': 'a' is not encoded"),
        ("RR op=0x30 rm=a", "RR op=1 rm=a", "'mov.rr' has the bits of 'add.rr' (vary.isa:"),
        ("RR op=0x30 rm=a", "RR op=rd rm=a", "'mov.rr': the key 'op' must be a value"),
        ("00 reg[2] rm[2]", "00 reg[2] 0", "'add.rr': bits 0x4 of 'b' have no place in field 'rm'"),
        // Dialects, folds, alternatives.
        ("sizes=1:byte", "sizes=1", "'1' is not 'bytes:word'"),
        (
            "any | load mem=1\nlea",
            "any | store mem=1\nlea",
            "'mov.rm' is not 'mov.rr' with operand 1 in memory: it does not",
        ),
        (
            "mov.rm rd:r = m:mem",
            "mov.rm rd:high = m:mem",
            "'mov.rm' is not 'mov.rr' with operand 1 in memory: 'rd' is of",
        ),
        ("same add.rr => mov.rr rd, b", "same add.rr => mov.rr rd", "operand 'a' of 'mov.rr' is not given"),
        ("same add.rr => mov.rr rd, b", "same add.rr", "'same' needs 'ROW => ROW operands'"),
        // Conventions.
        ("quick int-args", "quick int-arg", "unknown list 'int-arg' of a convention"),
        ("int-args\n", "fp-args\n", "ABI 'vary' passes no arguments or results in registers"),
    ] {
        let got = match edited(old, new).and_then(|m| write::rust(&m)) {
            Ok(_) => "accepted".to_string(),
            Err(e) => e.to_string(),
        };
        let said = got.split_once(": ").map_or(&*got, |p| p.1);
        assert!(said.starts_with(message) && got.starts_with("vary."), "{new}\n  got  {got}\n  want {message}");
    }
}
