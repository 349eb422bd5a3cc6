package machine

import (
	"fmt"
	"runtime"
	"testing"
)

// heap is how much memory is in use after a collection.
func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// What tables of creatures take in memory: components of few names, and entities of many.
func TestSizeOfTables(t *testing.T) {
	const n = 2000
	for _, c := range []struct {
		what, src string
		most      int64
	}{
		{"an empty table", "{}", 56},
		{"a component of 3 names", "{ inst = all, period = 5, timer = 2 }", 104},
		{"a component of 5 names", "{ inst = all, x = 1, y = 2, name = 'a', on = true }", 172},
		{"a component that is filled by its functions", "(function() local self = setmetatable({}, all) self.inst = all self.max = 5 self.now = 5 self.min = 0 self.on = true self.rate = 1 return self end)()", 160},
		{"an entity of 30 names", "{" + counted(30, "k# = #", ",") + "}", 600},
		{"a list of 10", "{ 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }", 250},
		{"a closure of two variables", "(function(a, b) return function() return a + b end end)(1, 2)", 120},
	} {
		s := NewState(Options{Limits: Limits{Memory: 1 << 30}})
		before := heap()
		if _, err := evaluate(s, fmt.Sprintf("all = {} local t = all for i = 1, %d do t[i] = %s end", n, c.src)); err != nil {
			t.Fatal(err)
		}
		each := (heap() - before - 16*n*5/4) / n // without the list that holds them
		t.Logf("%s: %d bytes", c.what, each)
		if each > c.most {
			t.Errorf("%s takes %d bytes, wanted at most %d", c.what, each, c.most)
		}
		runtime.KeepAlive(s)
	}
}
