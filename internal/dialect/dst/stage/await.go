package stage

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// await is a name for which a mod registers a change: a prefab, a component, a state graph or a brain.
type await struct {
	call, kind, name string
	at               syntax.Pos
}

// await notes a name for which a mod calls a function such as AddPrefabPostInit. Only the first call
// for a name counts.
func (st *Stage) await(call, kind, name string) {
	if !slices.ContainsFunc(st.modding.awaits, func(a await) bool { return a.kind == kind && a.name == name }) {
		st.modding.awaits = append(st.modding.awaits, await{call, kind, name, st.Program.ShownAt(st.Lua.WhereOfUser())})
	}
}

// tellUnmet gives one notice a function for the names that no file of the roots gives to anything: what
// mods register for them takes effect nowhere. world is the prefab of the world, which has no file.
func (st *Stage) tellUnmet(world string) {
	awaits := st.modding.awaits
	st.modding.awaits = nil
	if st.Notice == nil || st.Program.Files == nil {
		return
	}
	known := map[string][]string{}
	for kind, names := range map[string]func() []string{
		"prefab": st.prefabNames, "component": st.ComponentNames, "graph": st.graphNames, "brain": st.brainNames,
	} {
		if slices.ContainsFunc(awaits, func(a await) bool { return a.kind == kind }) {
			known[kind] = names()
		}
	}
	known["prefab"] = append(known["prefab"], "world", world)
	var calls []string
	first, unmet := map[string]syntax.Pos{}, map[string][]string{}
	for _, a := range awaits {
		if slices.Contains(known[a.kind], a.name) || a.kind == "prefab" && st.mayDescribe(a.name) || a.kind == "graph" && st.mayName(a.name) {
			continue
		}
		if unmet[a.call] == nil {
			calls = append(calls, a.call)
			first[a.call] = a.at
		}
		text := a.name
		if e := (&syntax.Error{}).Suggest(a.name, known[a.kind]); e.Hint != "" {
			text += " (" + e.Hint + ")"
		}
		unmet[a.call] = append(unmet[a.call], text)
	}
	for _, call := range calls {
		names := unmet[call]
		if more := len(names) - mostUnmet; more > 0 {
			names = append(names[:mostUnmet:mostUnmet], fmt.Sprintf("and %d more", more))
		}
		text := call + ": no file of the roots has " + strings.Join(names, ", ") + ", so this changes nothing"
		if !st.Program.Stubbed[text] {
			st.Program.Stubbed[text] = true
			st.Notice(first[call], text)
		}
	}
}

// mostUnmet bounds the names of a notice.
const mostUnmet = 12

// mayDescribe reports whether a file may describe a prefab.
func (st *Stage) mayDescribe(prefab string) bool {
	refs, _ := st.Program.PrefabFiles(prefab)
	return len(refs) > 0
}

// mayName reports whether a file of state graphs has a text that is a name.
func (st *Stage) mayName(graph string) bool {
	return slices.ContainsFunc(st.Program.Files.List("stategraphs"), func(file string) bool {
		src, ok := st.Program.Files.Peek("stategraphs/" + file)
		return ok && (bytes.Contains(src, []byte(`"`+graph+`"`)) || bytes.Contains(src, []byte(`'`+graph+`'`)))
	})
}

// prefabNames lists the prefabs that files of the root are named for.
func (st *Stage) prefabNames() []string { return st.namesOfFiles("prefabs", "") }

// brainNames lists the brains that files of the root are named for.
func (st *Stage) brainNames() []string { return st.namesOfFiles("brains", "") }

// graphNames lists the state graphs that files of the root are named for.
func (st *Stage) graphNames() []string { return st.namesOfFiles("stategraphs", "SG") }

// namesOfFiles lists the Lua files of a folder of the root without what their names begin with.
func (st *Stage) namesOfFiles(folder, prefix string) (names []string) {
	for _, file := range st.Program.Files.List(folder) {
		if name, ok := strings.CutSuffix(file, ".lua"); ok {
			names = append(names, strings.TrimPrefix(name, prefix))
		}
	}
	return names
}
