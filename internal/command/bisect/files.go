package bisect

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// files lists the files of two recordings that are not the same, the scenes first. These are
// compared whatever they are called.
func (r *Report) files(recs [2]*live.Recording) (all []string) {
	a, b := recs[0].Bundle, recs[1].Bundle
	if scene, other := sceneOf(a), sceneOf(b); !bytes.Equal(scene, other) {
		at := line(scene, other)
		text := fmt.Sprintf("%s:%d", a.File, at)
		if a.File != b.File {
			text += fmt.Sprintf(" and %s:%d", b.File, at)
		}
		all = append(all, text)
	}
	of := [2]map[string][]byte{byName(a), byName(b)}
	names := map[string]bool{}
	for _, texts := range of {
		for name := range texts {
			names[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		text, ok := of[0][name]
		other, too := of[1][name]
		switch {
		case !ok || !too:
			all = append(all, fmt.Sprintf("%s, which only %s has", name, r.Runs[index(too)]))
		case !bytes.Equal(text, other):
			all = append(all, fmt.Sprintf("%s:%d", name, line(text, other)))
		}
	}
	return all
}

func index(second bool) int {
	if second {
		return 1
	}
	return 0
}

// sceneOf returns the text of the scene.
func sceneOf(b *scenes.Bundle) []byte {
	if b.Text == nil && b.First > 0 {
		return b.Found[0].Text
	}
	return b.Text
}

// byName returns the files that a scene began with beside itself, by their names from its root.
func byName(b *scenes.Bundle) map[string][]byte {
	root := b.Root
	if !path.IsAbs(root) {
		root = path.Join(b.Folder, root)
	}
	found := b.Found[:b.First]
	if b.Text == nil {
		found = found[min(1, len(found)):]
	}
	texts := map[string][]byte{}
	for _, f := range found {
		if f.Read && !f.Gone {
			texts[strings.TrimPrefix(f.Name, strings.TrimSuffix(root, "/")+"/")] = f.Text
		}
	}
	return texts
}

// line returns the first line in which two texts differ.
func line(a, b []byte) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return bytes.Count(a[:n], []byte("\n")) + 1
}
