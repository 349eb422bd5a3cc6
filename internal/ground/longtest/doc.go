// Package longtest says how much tests play. What takes long, such as games that are played for their
// statistics, is in full where tests are built with the tag "long": go test -tags long. Without
// the tag a test plays the first of its seeds.
package longtest

// Ends returns all values where tests may take long, otherwise the first and the last of them.
func Ends[T any](all ...T) []T {
	if On || len(all) < 2 {
		return all
	}
	return []T{all[0], all[len(all)-1]}
}
