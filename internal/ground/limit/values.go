package limit

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Values say what bounds are. The zero Values have the default of each. They never change
// and are small: pass them on by value.
type Values struct{ set *[]int64 } // by index; 0 or missing: the default

// From returns the values of bounds by name; the others have their defaults. The error lists
// all that is wrong.
func From(by map[string]int64) (Values, error) {
	if len(by) == 0 {
		return Values{}, nil
	}
	mu.Lock()
	defer mu.Unlock()
	var wrong []error
	set := make([]int64, settles)
	for _, name := range slices.Sorted(maps.Keys(by)) {
		n := by[name]
		i, found := find(name)
		if !found {
			wrong = append(wrong, unknown(name))
			continue
		}
		switch e := &table[i]; {
		case e.Why != "":
			wrong = append(wrong, fmt.Errorf("the limit %s is %d for good: %s", name, e.Default, e.Why))
		case n < 1 || n > e.Most:
			wrong = append(wrong, fmt.Errorf("the limit %s: %d, wanted 1 to %d", name, n, e.Most))
		default:
			set[e.index] = n
		}
	}
	if err := errors.Join(wrong...); err != nil {
		return Values{}, err
	}
	return Values{&set}, nil
}

func unknown(name string) error {
	var names []string
	for i := range table {
		names = append(names, table[i].Name)
	}
	return (&syntax.Error{Msg: fmt.Sprintf("unknown limit %q", name)}).Suggest(name, names)
}

// Parse is From for bounds that are each written as NAME=NUMBER. It refuses two numbers for one.
func Parse(settings []string) (Values, error) {
	by, first := map[string]int64{}, map[string]string{}
	for _, s := range settings {
		name, value, ok := strings.Cut(s, "=")
		n, err := strconv.ParseInt(strings.ReplaceAll(value, "_", ""), 10, 64)
		if !ok || err != nil {
			return Values{}, fmt.Errorf("%q, wanted NAME=NUMBER", s)
		}
		if other, ok := first[name]; ok && other != s {
			return Values{}, fmt.Errorf("%s and %s, wanted one of the two", other, s)
		}
		by[name], first[name] = n, s
	}
	return From(by)
}

// In returns the value of the bound.
func (l Limit) In(v Values) int { return int(l.In64(v)) }

// In64 is In for bounds of bytes and instructions, which may be more than an int holds.
func (l Limit) In64(v Values) int64 {
	if v.set != nil && l.index < len(*v.set) && (*v.set)[l.index] != 0 {
		return (*v.set)[l.index]
	}
	return l.usual
}

// IsZero reports whether all bounds have their defaults because nobody has set any.
func (v Values) IsZero() bool { return v.set == nil }

// Map returns the bounds that were set, by name.
func (v Values) Map() map[string]int64 {
	mu.Lock()
	defer mu.Unlock()
	by := map[string]int64{}
	for i := range table {
		if e := &table[i]; v.set != nil && e.Why == "" && e.index < len(*v.set) && (*v.set)[e.index] != 0 {
			by[e.Name] = (*v.set)[e.index]
		}
	}
	return by
}

// Changed lists the bounds that are not at their defaults, as NAME=NUMBER.
func (v Values) Changed() []string {
	mu.Lock()
	defer mu.Unlock()
	var all []string
	for i := range table {
		e := &table[i]
		if e.Why != "" {
			continue
		}
		if n := (Limit{e.index, e.Default}).In64(v); n != e.Default {
			all = append(all, e.Name+"="+strconv.FormatInt(n, 10))
		}
	}
	return all
}

// Differ returns why what was made under bounds of Changed is another thing under these, or
// nil: each of them must be as it was then, and so must be all by which games go.
func (v Values) Differ(then []string) error {
	now := v.Changed()
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
