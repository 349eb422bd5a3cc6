//go:build !goexperiment.simd || !amd64

package herd

func (a *Aim) steer(sign float64) { a.steerEach(sign) }
