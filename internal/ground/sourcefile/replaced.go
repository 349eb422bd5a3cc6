package sourcefile

import (
	"path"
	"slices"
	"strconv"
	"strings"
)

// replaced keeps roots that a source names in vain.
func (f *Files) replaced(roots []Folder) {
	for _, root := range roots {
		if abs := f.beside(root.At, root.Name); f.instead != nil && !slices.Contains(*f.instead, abs) {
			*f.instead = append(*f.instead, abs)
		}
	}
}

// whyNot says that a file was not found since the user chose another root than the source, if that
// is so: the roots that have it, or else all that were not searched.
func (f *Files) whyNot(ref string) string {
	if f.instead == nil || len(*f.instead) == 0 {
		return ""
	}
	var have, all []string
	for _, root := range *f.instead {
		name := strconv.Quote(f.store.short(root))
		all = append(all, name)
		if f.store.exists(path.Join(root, ref)) {
			have = append(have, name)
		}
	}
	tail := ""
	if len(have) > 0 {
		all, tail = have, ", which has it"
	}
	kind := "root "
	if len(all) > 1 {
		kind = "roots "
	}
	return "--root is there in the place of the scene's " + kind + strings.Join(all, ", ") + tail
}
