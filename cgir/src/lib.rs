//! Head
