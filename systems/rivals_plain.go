//go:build !goexperiment.simd || !amd64

package systems

func (r *rivals) steer(l *lanes, sign float64) { r.steerEach(l, sign) }
