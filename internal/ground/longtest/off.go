//go:build !long

package longtest

// On reports whether tests may take long.
const On = false
