package limit

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// What happens where a bound is reached.
const (
	Refused = "the file is refused, with the place"
	Stopped = "the script is stopped, which is a fault of its bot"
	Denied  = "the command is refused"
	Faulty  = "a fault"
)

// Limit is a bound, to be asked for its value.
type Limit struct {
	index int // in Values, from 0 on
	usual int64
}

// Entry describes a bound.
type Entry struct {
	Name    string // such as scene.rules
	Unit    string
	What    string // it bounds
	Then    string // what happens at it
	Why     string // it cannot be set; empty for those that can
	Default int64
	Most    int64 // that it can be set to; the least is 1

	index int // of the Limit
}

var (
	mu      sync.Mutex
	table   []Entry // by name
	settles int     // how many of them can be set
)

// New adds a bound to the table: its default, the most that it can be set to, the unit of
// both, what it bounds and what happens at it.
func New(name string, usual, most int64, unit, what, then string) Limit {
	return Limit{add(Entry{Name: name, Unit: unit, What: what, Then: then, Default: usual, Most: most}), usual}
}

// Fixed adds a bound that cannot be set, and says why.
func Fixed(v int64, why, name, unit, what, then string) {
	add(Entry{Name: name, Unit: unit, What: what, Then: then, Why: why, Default: v, Most: v})
}

func add(e Entry) int {
	mu.Lock()
	defer mu.Unlock()
	i, found := find(e.Name)
	if found {
		panic("limit: " + e.Name + " twice")
	}
	if e.index = -1; e.Why == "" {
		e.index = settles
		settles++
	}
	table = slices.Insert(table, i, e)
	return e.index
}

func find(name string) (int, bool) {
	return slices.BinarySearchFunc(table, name, func(e Entry, name string) int { return cmp.Compare(e.Name, name) })
}

// All lists the bounds by name.
func All() []Entry {
	mu.Lock()
	defer mu.Unlock()
	return slices.Clone(table)
}

// plays reports whether games go another way with another bound.
func (e *Entry) plays() bool {
	return e.Then == Stopped || e.Then == Faulty || strings.HasPrefix(e.Name, "brain.") || strings.HasPrefix(e.Name, "game.")
}
