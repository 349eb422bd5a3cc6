// Package libm has the functions of C's library of mathematics with bits that are
// the same on every machine. Those of package math are within a bit of the true
// value, but which bit depends on the processor: some have assembly for some of
// them, and some fuse products with sums.
//
// All is computed in pairs of float64, of 106 bits, whose sum is the number. What is
// returned is the float64 nearest to the true value, but where that lies within
// 2^-35 of a step of the middle between two; subnormal results may be one off. Every
// product that feeds a sum is rounded by a conversion, or is exact by math.FMA, which
// has the same bits everywhere.
package libm
