package nav

// Found reports whether the ways of a flow have been looked for.
func (f *Flow) Found() bool { return f.found.Load() }
