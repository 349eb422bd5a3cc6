package limit

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
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

// Limit is a bound.
type Limit struct {
	Name    string // such as scene.rules
	Unit    string
	What    string // it bounds
	Then    string // what happens at it
	Why     string // it cannot be set; empty for those that can
	Default int64
	Most    int64 // that it can be set to; the least is 1

	get func() int64
	set func(int64)
}

var (
	mu    sync.Mutex
	table []*Limit
)

// Of adds a variable to the table, with its first value as the default. most is the most
// that it can be set to.
func Of[T ~int | ~int64](v *T, most int64, name, unit, what, then string) {
	add(&Limit{Name: name, Unit: unit, What: what, Then: then, Default: int64(*v), Most: most, get: func() int64 { return int64(*v) }, set: func(n int64) { *v = T(n) }})
}

// Fixed adds a bound that cannot be set, and says why.
func Fixed(v int64, why, name, unit, what, then string) {
	add(&Limit{Name: name, Unit: unit, What: what, Then: then, Why: why, Default: v, Most: v, get: func() int64 { return v }})
}

func add(l *Limit) {
	mu.Lock()
	defer mu.Unlock()
	i, found := find(l.Name)
	if found {
		panic("limit: " + l.Name + " twice")
	}
	table = slices.Insert(table, i, l)
}

func find(name string) (int, bool) {
	return slices.BinarySearchFunc(table, name, func(l *Limit, name string) int { return cmp.Compare(l.Name, name) })
}

// All lists the bounds by name.
func All() []*Limit {
	mu.Lock()
	defer mu.Unlock()
	return slices.Clone(table)
}

// Now is what the bound is now.
func (l *Limit) Now() int64 { return l.get() }

// Set sets a bound by its name. It is for the beginning of a program, before anything that
// it bounds is read or played.
func Set(name string, n int64) error {
	mu.Lock()
	defer mu.Unlock()
	i, found := find(name)
	if !found {
		return &Unknown{Name: name}
	}
	switch l := table[i]; {
	case l.Why != "":
		return fmt.Errorf("the limit %s is %d for good: %s", name, l.Default, l.Why)
	case n < 1 || n > l.Most:
		return fmt.Errorf("the limit %s: %d, wanted 1 to %d", name, n, l.Most)
	default:
		l.set(n)
	}
	return nil
}

// Unknown is the error for a name that no bound has.
type Unknown struct{ Name string }

func (e *Unknown) Error() string { return fmt.Sprintf("unknown limit %q", e.Name) }

// Changed lists the bounds that are not as they were, as NAME=VALUE.
func Changed() []string {
	mu.Lock()
	defer mu.Unlock()
	var all []string
	for _, l := range table {
		if n := l.get(); n != l.Default {
			all = append(all, l.Name+"="+strconv.FormatInt(n, 10))
		}
	}
	return all
}

// plays reports whether games go another way with another bound.
func (l *Limit) plays() bool {
	return l.Then == Stopped || l.Then == Faulty || strings.HasPrefix(l.Name, "brain.") || strings.HasPrefix(l.Name, "game.")
}

// Differ is why what was made under bounds of Changed is another thing here, or nil: each
// of them must be as it was then, and so must be all by which games go.
func Differ(then []string) error {
	now := Changed()
	for _, setting := range then {
		if !slices.Contains(now, setting) {
			return fmt.Errorf("it was made with --limit %s, wanted the same", setting)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	for _, setting := range now {
		name, _, _ := strings.Cut(setting, "=")
		if i, found := find(name); found && table[i].plays() && !slices.Contains(then, setting) {
			return fmt.Errorf("it was made with the limit %s of %d, wanted no --limit %s", name, table[i].Default, setting)
		}
	}
	return nil
}

// Apply sets a bound that is written as NAME=VALUE.
func Apply(setting string) error {
	name, value, ok := strings.Cut(setting, "=")
	n, err := strconv.ParseInt(strings.ReplaceAll(value, "_", ""), 10, 64)
	if !ok || err != nil {
		return fmt.Errorf("%q, wanted NAME=NUMBER", setting)
	}
	return Set(name, n)
}
