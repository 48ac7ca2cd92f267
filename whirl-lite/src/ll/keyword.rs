//! Keywords of LLVM IR, found by a hash table that is made when ocg is compiled.

macro_rules! keywords {
    ($($name:ident = $text:expr,)*) => {
        /// A keyword.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
        #[repr(u16)]
        pub(crate) enum Kw { $($name),* }
        const KEYWORDS: &[(Kw, &str)] = &[$((Kw::$name, $text)),*];
    };
}

#[rustfmt::skip]
keywords! {
    Add = "add", Fadd = "fadd", Sub = "sub", Fsub = "fsub", Mul = "mul", Fmul = "fmul", Udiv = "udiv",
    Sdiv = "sdiv", Fdiv = "fdiv", Urem = "urem", Srem = "srem", Frem = "frem", Shl = "shl", Lshr = "lshr",
    Ashr = "ashr", And = "and", Or = "or", Xor = "xor", Icmp = "icmp", Fcmp = "fcmp", Phi = "phi", Call = "call",
    Select = "select", Invoke = "invoke", Callbr = "callbr", VaArg = "va_arg", Load = "load", Store = "store",
    Cmpxchg = "cmpxchg", Atomicrmw = "atomicrmw", Fence = "fence", Getelementptr = "getelementptr",
    Extractelement = "extractelement", Insertelement = "insertelement", Shufflevector = "shufflevector",
    Extractvalue = "extractvalue", Insertvalue = "insertvalue", Landingpad = "landingpad",
    Cleanuppad = "cleanuppad", Catchpad = "catchpad", Catchswitch = "catchswitch", Catchret = "catchret",
    Cleanupret = "cleanupret", Ret = "ret", Br = "br", Switch = "switch", Indirectbr = "indirectbr",
    Resume = "resume", Unreachable = "unreachable", Alloca = "alloca", Freeze = "freeze", Fneg = "fneg",
    Trunc = "trunc", Zext = "zext", Sext = "sext", Fptrunc = "fptrunc", Fpext = "fpext", Uitofp = "uitofp",
    Sitofp = "sitofp", Fptoui = "fptoui", Fptosi = "fptosi", Inttoptr = "inttoptr", Ptrtoint = "ptrtoint",
    Ptrtoaddr = "ptrtoaddr", Bitcast = "bitcast", Addrspacecast = "addrspacecast", Void = "void", Half = "half",
    Bfloat = "bfloat", Float = "float", Double = "double", X86Fp80 = "x86_fp80", Fp128 = "fp128",
    PpcFp128 = "ppc_fp128", Label = "label", Metadata = "metadata", X86Mmx = "x86_mmx", X86Amx = "x86_amx",
    Token = "token", Ptr = "ptr", Vscale = "vscale", X = "x", Opaque = "opaque", Target = "target", Type = "type",
    True = "true", False = "false", Null = "null", Undef = "undef", Poison = "poison",
    Zeroinitializer = "zeroinitializer", None = "none", Blockaddress = "blockaddress",
    DsoLocalEquivalent = "dso_local_equivalent", NoCfi = "no_cfi", Ptrauth = "ptrauth", Splat = "splat",
    Asm = "asm", C = "c", Cc = "cc", Define = "define", Declare = "declare", Global = "global",
    Constant = "constant", Alias = "alias", Ifunc = "ifunc", Module = "module", SourceFilename = "source_filename",
    Triple = "triple", Datalayout = "datalayout", Attributes = "attributes", Comdat = "comdat",
    Uselistorder = "uselistorder", UselistorderBb = "uselistorder_bb", Any = "any", Exactmatch = "exactmatch",
    Largest = "largest", Nodeduplicate = "nodeduplicate", Noduplicates = "noduplicates", Samesize = "samesize",
    Private = "private", Internal = "internal", AvailableExternally = "available_externally", Linkonce = "linkonce",
    LinkonceOdr = "linkonce_odr", Weak = "weak", WeakOdr = "weak_odr", Appending = "appending", Common = "common",
    ExternWeak = "extern_weak", External = "external", Default = "default", Hidden = "hidden",
    Protected = "protected", Dllimport = "dllimport", Dllexport = "dllexport", DsoLocal = "dso_local",
    DsoPreemptable = "dso_preemptable", ThreadLocal = "thread_local", Localdynamic = "localdynamic",
    Initialexec = "initialexec", Localexec = "localexec", UnnamedAddr = "unnamed_addr",
    LocalUnnamedAddr = "local_unnamed_addr", ExternallyInitialized = "externally_initialized",
    Addrspace = "addrspace", Section = "section", Partition = "partition", Align = "align", Gc = "gc",
    Prefix = "prefix", Prologue = "prologue", Personality = "personality", CodeModel = "code_model",
    NoSanitizeAddress = "no_sanitize_address", NoSanitizeHwaddress = "no_sanitize_hwaddress",
    SanitizeAddressDyninit = "sanitize_address_dyninit", Tail = "tail", Musttail = "musttail", Notail = "notail",
    Volatile = "volatile", Atomic = "atomic", Unordered = "unordered", Monotonic = "monotonic", Acquire = "acquire",
    Release = "release", AcqRel = "acq_rel", SeqCst = "seq_cst", Syncscope = "syncscope", Nuw = "nuw", Nsw = "nsw",
    Exact = "exact", Inbounds = "inbounds", Nusw = "nusw", Inrange = "inrange", Nneg = "nneg",
    Disjoint = "disjoint", Samesign = "samesign", Fast = "fast", Nnan = "nnan", Ninf = "ninf", Nsz = "nsz",
    Arcp = "arcp", Contract = "contract", Reassoc = "reassoc", Afn = "afn", Eq = "eq", Ne = "ne", Ugt = "ugt",
    Uge = "uge", Ult = "ult", Ule = "ule", Sgt = "sgt", Sge = "sge", Slt = "slt", Sle = "sle", Oeq = "oeq",
    Ogt = "ogt", Oge = "oge", Olt = "olt", Ole = "ole", One = "one", Ord = "ord", Uno = "uno", Ueq = "ueq",
    Une = "une", Xchg = "xchg", Nand = "nand", Max = "max", Min = "min", Umax = "umax", Umin = "umin",
    Fmax = "fmax", Fmin = "fmin", Fmaximum = "fmaximum", Fminimum = "fminimum", UincWrap = "uinc_wrap",
    UdecWrap = "udec_wrap", UsubCond = "usub_cond", UsubSat = "usub_sat", To = "to", Caller = "caller",
    Within = "within", From = "from", Unwind = "unwind", Catch = "catch", Cleanup = "cleanup", Filter = "filter",
    Sideeffect = "sideeffect", Alignstack = "alignstack", Inteldialect = "inteldialect", Inalloca = "inalloca",
    Swifterror = "swifterror", Distinct = "distinct", Zeroext = "zeroext", Signext = "signext", Noext = "noext",
    Inreg = "inreg", Noalias = "noalias", Nocapture = "nocapture", Captures = "captures", Nest = "nest",
    Returned = "returned", Nonnull = "nonnull", Swiftself = "swiftself", Swiftasync = "swiftasync",
    Immarg = "immarg", Noundef = "noundef", Readonly = "readonly", Readnone = "readnone", Writeonly = "writeonly",
    Byval = "byval", Sret = "sret", Byref = "byref", Preallocated = "preallocated", Elementtype = "elementtype",
    Dereferenceable = "dereferenceable", DereferenceableOrNull = "dereferenceable_or_null", Range = "range",
    Initializes = "initializes", Nofpclass = "nofpclass", Allocalign = "allocalign", Allocptr = "allocptr",
    Writable = "writable", DeadOnUnwind = "dead_on_unwind", DeadOnReturn = "dead_on_return", Noreturn = "noreturn",
    Nounwind = "nounwind", Cold = "cold", Hot = "hot", Optsize = "optsize", Minsize = "minsize",
    Optnone = "optnone", Naked = "naked", ReturnsTwice = "returns_twice", Strictfp = "strictfp",
    Uwtable = "uwtable", Noredzone = "noredzone", Willreturn = "willreturn", Speculatable = "speculatable",
    Nobuiltin = "nobuiltin", Builtin = "builtin", Noinline = "noinline", Argmemonly = "argmemonly",
    Inaccessiblememonly = "inaccessiblememonly", InaccessiblememOrArgmemonly = "inaccessiblemem_or_argmemonly",
    Convergent = "convergent", Ssp = "ssp", Sspstrong = "sspstrong", Sspreq = "sspreq", Memory = "memory",
    Allockind = "allockind", Allocsize = "allocsize", VscaleRange = "vscale_range", Alwaysinline = "alwaysinline",
    Inlinehint = "inlinehint", Jumptable = "jumptable", Mustprogress = "mustprogress", Nocallback = "nocallback",
    NocfCheck = "nocf_check", CoroOnlyDestroyWhenComplete = "coro_only_destroy_when_complete",
    CoroElideSafe = "coro_elide_safe", DisableSanitizerInstrumentation = "disable_sanitizer_instrumentation",
    FnRetThunkExtern = "fn_ret_thunk_extern", HybridPatchable = "hybrid_patchable",
    Nocreateundeforpoison = "nocreateundeforpoison", Nodivergencesource = "nodivergencesource",
    Noduplicate = "noduplicate", Nofree = "nofree", Noimplicitfloat = "noimplicitfloat", Nomerge = "nomerge",
    Nonlazybind = "nonlazybind", NosanitizeBounds = "nosanitize_bounds", NosanitizeCoverage = "nosanitize_coverage",
    Noprofile = "noprofile", Norecurse = "norecurse", Nosync = "nosync",
    NullPointerIsValid = "null_pointer_is_valid", Optdebug = "optdebug", Optforfuzzing = "optforfuzzing",
    Presplitcoroutine = "presplitcoroutine", Safestack = "safestack", SanitizeAddress = "sanitize_address",
    SanitizeAllocToken = "sanitize_alloc_token", SanitizeHwaddress = "sanitize_hwaddress",
    SanitizeMemory = "sanitize_memory", SanitizeMemtag = "sanitize_memtag",
    SanitizeNumericalStability = "sanitize_numerical_stability", SanitizeRealtime = "sanitize_realtime",
    SanitizeRealtimeBlocking = "sanitize_realtime_blocking", SanitizeThread = "sanitize_thread",
    SanitizeType = "sanitize_type", Shadowcallstack = "shadowcallstack", Skipprofile = "skipprofile",
    SpeculativeLoadHardening = "speculative_load_hardening", DenormalFpenv = "denormal_fpenv",
    Nooutline = "nooutline", Flatten = "flatten", Noipa = "noipa", Read = "read", Write = "write",
    Readwrite = "readwrite", Argmem = "argmem", Inaccessiblemem = "inaccessiblemem", Errnomem = "errnomem",
    Sync = "sync", Async = "async", Address = "address", AddressIsNull = "address_is_null",
    Provenance = "provenance", ReadProvenance = "read_provenance", Ccc = "ccc", Fastcc = "fastcc",
    Coldcc = "coldcc", Ghccc = "ghccc", Anyregcc = "anyregcc", PreserveMostcc = "preserve_mostcc",
    PreserveAllcc = "preserve_allcc", PreserveNonecc = "preserve_nonecc", Swiftcc = "swiftcc",
    CxxFastTlscc = "cxx_fast_tlscc", Tailcc = "tailcc", CfguardCheckcc = "cfguard_checkcc",
    Swifttailcc = "swifttailcc", X86Stdcallcc = "x86_stdcallcc", X86Fastcallcc = "x86_fastcallcc",
    X86Thiscallcc = "x86_thiscallcc", X86Vectorcallcc = "x86_vectorcallcc", X86Regcallcc = "x86_regcallcc",
    X86Intrcc = "x86_intrcc", X8664Sysvcc = "x86_64_sysvcc", Win64cc = "win64cc", ArmApcscc = "arm_apcscc",
    ArmAapcscc = "arm_aapcscc", ArmAapcsVfpcc = "arm_aapcs_vfpcc", Aarch64VectorPcs = "aarch64_vector_pcs",
    Aarch64SveVectorPcs = "aarch64_sve_vector_pcs",
    Aarch64SmePreservemostFromX0 = "aarch64_sme_preservemost_from_x0",
    Aarch64SmePreservemostFromX1 = "aarch64_sme_preservemost_from_x1",
    Aarch64SmePreservemostFromX2 = "aarch64_sme_preservemost_from_x2", Msp430Intrcc = "msp430_intrcc",
    AvrIntrcc = "avr_intrcc", AvrSignalcc = "avr_signalcc", PtxKernel = "ptx_kernel", PtxDevice = "ptx_device",
    SpirKernel = "spir_kernel", SpirFunc = "spir_func", IntelOclBicc = "intel_ocl_bicc", Hhvmcc = "hhvmcc",
    HhvmCcc = "hhvm_ccc", WebkitJscc = "webkit_jscc", AmdgpuVs = "amdgpu_vs", AmdgpuLs = "amdgpu_ls",
    AmdgpuHs = "amdgpu_hs", AmdgpuEs = "amdgpu_es", AmdgpuGs = "amdgpu_gs", AmdgpuPs = "amdgpu_ps",
    AmdgpuCs = "amdgpu_cs", AmdgpuCsChain = "amdgpu_cs_chain", AmdgpuCsChainPreserve = "amdgpu_cs_chain_preserve",
    AmdgpuKernel = "amdgpu_kernel", AmdgpuGfx = "amdgpu_gfx", AmdgpuGfxWholeWave = "amdgpu_gfx_whole_wave",
    M68kIntrcc = "m68k_intrcc", M68kRtdcc = "m68k_rtdcc", Graalcc = "graalcc", RiscvVectorCc = "riscv_vector_cc",
    RiscvVlsCc = "riscv_vls_cc",
}

impl Kw {
    /// How it is written.
    pub fn text(self) -> &'static str {
        KEYWORDS[self as usize].1
    }
}

/// Slots of the table: a power of two, several times the number of keywords.
const SLOTS: usize = 2048;
/// Number of the keyword plus one; 0 for an empty slot.
static TABLE: [u16; SLOTS] = table();

const fn table() -> [u16; SLOTS] {
    let mut t = [0u16; SLOTS];
    let mut n = 0;
    while n < KEYWORDS.len() {
        let mut h = hash(KEYWORDS[n].1.as_bytes());
        while t[h] != 0 {
            h = (h + 1) % SLOTS;
        }
        t[h] = n as u16 + 1;
        n += 1;
    }
    t
}

/// Mixes the first four bytes, the last four and the length.
const fn hash(w: &[u8]) -> usize {
    let n = w.len();
    let (a, b) = if n >= 4 {
        (u32::from_le_bytes([w[0], w[1], w[2], w[3]]), u32::from_le_bytes([w[n - 4], w[n - 3], w[n - 2], w[n - 1]]))
    } else if n == 0 {
        (0, 0)
    } else {
        (u32::from_le_bytes([w[0], w[n / 2], w[n - 1], 0]), 0)
    };
    let x = (a as u64 | (b as u64) << 32) ^ (n as u64) << 24;
    (x.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 53) as usize
}

/// The keyword that a word is, if it is one.
#[inline]
pub(crate) fn keyword(w: &[u8]) -> Option<Kw> {
    let mut h = hash(w);
    loop {
        let (kw, text) = KEYWORDS[(TABLE[h] as usize).checked_sub(1)?];
        if text.as_bytes() == w {
            return Some(kw);
        }
        h = (h + 1) % SLOTS;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_keyword_is_found_and_nothing_else() {
        for &(k, text) in KEYWORDS {
            assert_eq!(keyword(text.as_bytes()), Some(k));
            assert_eq!(k.text(), text);
        }
        for w in ["", "i", "adds", "no_such_word", "DILocation"] {
            assert_eq!(keyword(w.as_bytes()), None);
        }
    }
}
