package script

// Name is a name in a script, by where it stands.
type Name struct {
	Start, End int
	Sets       bool // the script makes the entry
}

// Names lists the names in a script, as far as it can be read, with the @ of those that all trees share.
func Names(s string) (all []Name) {
	for at := 0; ; {
		t, fault := scan(s, at)
		if fault != nil || t.kind == end {
			return all
		}
		word := s[t.start:t.end]
		switch last := len(all) - 1; {
		case t.kind == name && word != "true" && word != "false":
			all = append(all, Name{t.start, t.end, false})
		case word == ":=" && last >= 0:
			all[last].Sets = true
		}
		at = t.end
	}
}
