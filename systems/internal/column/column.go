// Package column lengthens the slices that hold one value per body.
package column

// Grow lengthens a column to n rows. New rows are zero, and what grows a row at
// a time is seldom copied: one in sixteen rows is kept in reserve. A column is
// never made shorter.
func Grow[T any](column []T, n int) []T {
	if n <= len(column) {
		return column
	}
	if n <= cap(column) {
		return column[:n]
	}
	longer := make([]T, n, n+n/16)
	copy(longer, column)
	return longer
}
