// Package column keeps the slices that hold one value per body, and lists of bodies,
// from one tick to the next.
package column

// Grow lengthens a column to n rows. New rows are zero, and what grows a row at
// a time is seldom copied: one in sixteen rows is kept in reserve, but in a new
// column, because many games have as many rows from the beginning to the end. A
// column is never made shorter.
func Grow[T any](column []T, n int) []T {
	if n <= len(column) {
		return column
	}
	if n <= cap(column) {
		return column[:n]
	}
	if cap(column) == 0 {
		return make([]T, n)
	}
	longer := make([]T, n, n+n/16)
	copy(longer, column)
	return longer
}

// Reset empties a list for the next tick, and drops its memory after a tick
// that needed far more of it than this one: the first, or one in which everybody
// was put elsewhere.
func Reset(list []int32) []int32 {
	if cap(list) > 1<<16 && len(list) < cap(list)/8 {
		return nil
	}
	return list[:0]
}
