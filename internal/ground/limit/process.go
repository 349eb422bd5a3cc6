package limit

// process has the bounds that Set has set for the whole process.
var process Values

// Of adds a variable to the table, with its first value as the default. most is the most
// that it can be set to.
func Of[T ~int | ~int64](v *T, most int64, name, unit, what, then string) {
	add(Entry{Name: name, Unit: unit, What: what, Then: then, Default: int64(*v), Most: most, get: func() int64 { return int64(*v) }, set: func(n int64) { *v = T(n) }})
}

func (e *Entry) value(v Values) int64 {
	if e.get != nil {
		return e.get()
	}
	return Limit{e.index, e.Default}.In64(v)
}

// Set sets a bound for the whole process.
func Set(name string, n int64) error {
	v, err := From(map[string]int64{name: n})
	if err != nil {
		return err
	}
	SetAll(v)
	return nil
}

// SetAll sets the bounds for the whole process.
func SetAll(v Values) {
	if v.set == nil {
		return
	}
	all := make([]int64, len(*v.set))
	if process.set != nil {
		copy(all, *process.set)
	}
	for i, n := range *v.set {
		if n != 0 {
			all[i] = n
		}
	}
	process = Values{&all}
}

// Changed lists the bounds of the process that are not at their defaults.
func Changed() []string { return process.Changed() }

// Now returns the bound of the process.
func (e *Entry) Now() int64 {
	if e.Why != "" {
		return e.Default
	}
	return e.value(process)
}

// Differ is Values.Differ for the bounds of the process.
func Differ(then []string) error { return process.Differ(then) }
