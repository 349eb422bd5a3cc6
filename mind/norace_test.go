//go:build !race

package mind_test

const lossy = false
