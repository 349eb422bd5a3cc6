// Package cputime tells how much processor time the process has used, for tests that bound it:
// the clock runs on while a busy machine does something else.
package cputime
