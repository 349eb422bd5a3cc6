// Package quicksort orders lists as C Lua 5.1 does: scripts may depend on where equal values go,
// and on which values are compared.
package quicksort

// Sort orders the values at l to u. It gives up, and reports false, where before contradicts
// itself so far that it would leave the list.
func Sort[T any](l, u int, at func(i int) T, put func(i int, v T), before func(a, b T) bool) bool {
	exchange := func(i int, a T, j int, b T) {
		put(i, a)
		put(j, b)
	}
	order := func(i, j int) { // exchanges two values that are the wrong way round
		if a, b := at(i), at(j); before(b, a) {
			exchange(i, b, j, a)
		}
	}
	for l < u {
		order(l, u)
		if u-l == 1 {
			return true
		}
		i := (l + u) / 2
		if a, b := at(i), at(l); before(a, b) {
			exchange(i, b, l, a)
		} else {
			order(i, u)
		}
		if u-l == 2 {
			return true
		}
		pivot := at(i)
		exchange(i, at(u-1), u-1, pivot)
		i = l
		j := u - 1
		for {
			for i++; before(at(i), pivot); i++ {
				if i > u {
					return false
				}
			}
			for j--; before(pivot, at(j)); j-- {
				if j < l {
					return false
				}
			}
			if j < i {
				break
			}
			exchange(i, at(j), j, at(i))
		}
		exchange(u-1, at(i), i, at(u-1))
		if i-l < u-i { // the shorter part by a call of its own
			if !Sort(l, i-1, at, put, before) {
				return false
			}
			l = i + 1
		} else {
			if !Sort(i+1, u, at, put, before) {
				return false
			}
			u = i - 1
		}
	}
	return true
}
