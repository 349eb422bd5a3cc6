//go:build !long

package check

// slips is how many mistakes [TestSlips] makes.
const slips = 200
