//! Machine types: what a WHIRL node computes and what a load or store moves.

/// A machine type. Pointers are integers of the pointer's width here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub enum MType {
    /// No value.
    #[default]
    Void,
    /// A truth value: a register that holds 0 or 1.
    B,
    /// 8-bit integer (memory only, unless the target computes in it).
    I8,
    /// 16-bit integer (memory only, unless the target computes in it).
    I16,
    /// 32-bit integer.
    I32,
    /// 64-bit integer.
    I64,
    /// 128-bit integer (only where a target has such registers).
    I128,
    /// IEEE half.
    F16,
    /// bfloat.
    BF16,
    /// IEEE single.
    F32,
    /// IEEE double.
    F64,
    /// x87 extended.
    F80,
    /// IEEE quad.
    F128,
    /// A vector: element type (as [`VecElem`]), lanes; `scalable` multiplies by vscale.
    Vec {
        /// Element.
        elem: VecElem,
        /// Lanes (the least number when scalable).
        lanes: u16,
        /// Multiplied by vscale.
        scalable: bool,
    },
}

/// The element of a vector machine type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum VecElem {
    B,
    I8,
    I16,
    I32,
    I64,
    F16,
    BF16,
    F32,
    F64,
}

impl MType {
    /// Width in bits of a value; 1 for truth values, 0 for none and for scalable vectors' unknown factor ignored.
    pub fn bits(self) -> u32 {
        match self {
            MType::Void => 0,
            MType::B => 1,
            MType::I8 => 8,
            MType::I16 | MType::F16 | MType::BF16 => 16,
            MType::I32 | MType::F32 => 32,
            MType::I64 | MType::F64 => 64,
            MType::F80 => 80,
            MType::I128 | MType::F128 => 128,
            MType::Vec { elem, lanes, .. } => elem.scalar().bits() * u32::from(lanes),
        }
    }
    /// Bytes that a value takes in memory.
    pub fn bytes(self) -> u32 {
        self.bits().div_ceil(8)
    }
    /// Is it an integer or truth value?
    pub fn is_int(self) -> bool {
        matches!(self, MType::B | MType::I8 | MType::I16 | MType::I32 | MType::I64 | MType::I128)
    }
    /// Is it a vector?
    pub fn is_vector(self) -> bool {
        matches!(self, MType::Vec { .. })
    }
    /// Is it a scalar floating-point type?
    pub fn is_float(self) -> bool {
        matches!(self, MType::F16 | MType::BF16 | MType::F32 | MType::F64 | MType::F80 | MType::F128)
    }
    /// The integer type of this many bits, if there is one.
    pub fn int(bits: u32) -> Option<MType> {
        Some(match bits {
            1 => MType::B,
            8 => MType::I8,
            16 => MType::I16,
            32 => MType::I32,
            64 => MType::I64,
            128 => MType::I128,
            _ => return None,
        })
    }
}

impl VecElem {
    /// The element that holds a scalar.
    pub fn of(scalar: MType) -> Option<VecElem> {
        Some(match scalar {
            MType::B => VecElem::B,
            MType::I8 => VecElem::I8,
            MType::I16 => VecElem::I16,
            MType::I32 => VecElem::I32,
            MType::I64 => VecElem::I64,
            MType::F16 => VecElem::F16,
            MType::BF16 => VecElem::BF16,
            MType::F32 => VecElem::F32,
            MType::F64 => VecElem::F64,
            MType::Void | MType::I128 | MType::F80 | MType::F128 | MType::Vec { .. } => return None,
        })
    }
    /// The scalar machine type of the element.
    pub fn scalar(self) -> MType {
        match self {
            VecElem::B => MType::B,
            VecElem::I8 => MType::I8,
            VecElem::I16 => MType::I16,
            VecElem::I32 => MType::I32,
            VecElem::I64 => MType::I64,
            VecElem::F16 => MType::F16,
            VecElem::BF16 => MType::BF16,
            VecElem::F32 => MType::F32,
            VecElem::F64 => MType::F64,
        }
    }
}

impl std::fmt::Display for MType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let s = match self {
            MType::Void => "void",
            MType::B => "b",
            MType::I8 => "i8",
            MType::I16 => "i16",
            MType::I32 => "i32",
            MType::I64 => "i64",
            MType::I128 => "i128",
            MType::F16 => "f16",
            MType::BF16 => "bf16",
            MType::F32 => "f32",
            MType::F64 => "f64",
            MType::F80 => "f80",
            MType::F128 => "f128",
            MType::Vec { elem, lanes, scalable } => {
                let x = if *scalable { "vscale " } else { "" };
                return write!(f, "<{x}{lanes} {}>", elem.scalar());
            }
        };
        f.write_str(s)
    }
}
