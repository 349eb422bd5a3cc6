package quicksort

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSort(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		list := make([]int, n+2)
		for i := range list {
			list[i] = r.IntN(50)
		}
		want := slices.Clone(list[1 : n+1])
		slices.Sort(want)
		at, put := func(i int) int { return list[i] }, func(i, v int) { list[i] = v }
		if ok := Sort(1, n, at, put, func(a, b int) bool { return a < b }); !ok || !slices.Equal(list[1:n+1], want) {
			t.Fatalf("%v, %v", ok, list)
		}
	}
}

func TestOrdersThatContradictThemselves(t *testing.T) {
	list := make([]int, 102)
	at, put := func(i int) int { return list[min(max(i, 0), 101)] }, func(i, v int) { list[i] = v }
	if Sort(1, 100, at, put, func(a, b int) bool { return true }) {
		t.Error("a list was sorted where everything comes before everything")
	}
}
