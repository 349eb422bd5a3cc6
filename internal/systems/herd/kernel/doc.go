// Package kernel has the loops in which herds spend most of a tick. Each works on
// up to 64 bots side by side: columns of 64 numbers, and a lane of each column for
// a bot. A mask says which lanes count, bit i for lane i; a number n stands for
// the lanes 0 to n-1.
//
// Every loop is written twice. The one in Go is what it means; the one in
// assembly, for amd64 with AVX2, gives the same bits: each operation is rounded as
// in Go, and no product is fused with a sum. Package vector says which is used.
// The module in the folder gen writes the assembly.
//
// For all of them:
//
//   - A lane that does not count is not written, and what it holds, any bits at
//     all, changes no result.
//   - Of a result that is no number, which bits it has is not told.
//   - Columns begin at any address; a multiple of 32 is fastest. A result may be
//     written over one of the columns that it is made of, and columns may not
//     overlap otherwise.
package kernel
