// Package cputime tells how long the process has computed, for tests that want a bound on that:
// the time that passes is longer where a machine has much else to do.
package cputime
