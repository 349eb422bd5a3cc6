package dst

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/dst/stage"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// absent are names of Lua that are refused where they are used.
var absent = strings.Fields("os io debug package coroutine load loadstring loadfile dofile module getfenv setfenv newproxy collectgarbage gcinfo")

// inner are members of the engine's and of classes that no script is meant to call.
var inner = strings.Fields("is_a is_class is_instance inst Arena Foreign start task testtask sleeptestfn waketestfn AliveModes TargetModes tagged " +
	"modifiers base combine multiply additive boolean Begin entered sg OnStart")

// scene is a brain that was begun without a world, in which all of Thicket's files have run.
type scene struct {
	*troupe
	inst machine.Value
}

func newScene(t *testing.T) (s scene) {
	t.Helper()
	p, err := newProgram("names.lua", []byte("local B = Class(Brain, function() end) function B:OnStart() self.bt = BT(self.inst, WaitNode(1)) end return B"),
		newFolder(&host.Registry{}, script.LimitsOf(limit.Values{})))
	if err != nil {
		t.Fatal(err)
	}
	s.troupe = newTroupe(p)
	b := s.newBot(p, 0, nil)
	s.stage.Bot = &b.Actor
	if e := s.begin(b, 1); e != nil {
		t.Fatal(e)
	}
	s.inst = b.Entity.Object().V()
	s.within(t, func() {
		for _, name := range script.SortedKeys(script.Homes()) {
			s.OwnName(name)
		}
	})
	return s
}

func (s *scene) within(t *testing.T, f func()) {
	t.Helper()
	if e := s.Protect(f); e != nil {
		t.Fatal(e)
	}
}

// at finds what a path means. A component is added to a thing that has none.
func (s *scene) at(path string) (v machine.Value) {
	names := strings.Split(path, ".")
	if names[0] == "inst" {
		v = s.inst
		if len(names) == 3 && names[1] == "components" {
			e := s.Lua.Call(s.OwnName("CreateEntity"))
			return s.Lua.Call(s.Lua.Index(e, machine.String("AddComponent")), e, machine.String(names[2]))
		}
	} else {
		v = s.Lua.Global(names[0])
	}
	for _, name := range names[1:] {
		v = s.Lua.Index(v, machine.String(name))
	}
	return v
}

// members lists what a table has, and its classes: functions with the names of their parameters, which
// are nil for those of Go.
func (s *scene) members(v machine.Value) map[string]machine.Value {
	found := map[string]machine.Value{}
	each := func(t *machine.Table) {
		base := t.Field("_base").Table()
		for k, m := range t.Pairs {
			name := script.Text(k)
			if _, known := found[name]; !known && name != "" && name[0] != '_' && (base == nil || base.Get(k) != m) && (name[0] < '0' || name[0] > '9') {
				found[name] = m
			}
		}
	}
	t := v.Table()
	if t == nil {
		return found
	}
	each(t)
	if t == s.inst.Table() {
		each(s.Lua.Global("EntityScript").Table())
	}
	if meta := t.Meta(); meta != nil {
		of := meta.Field("__index").Table()
		switch {
		case t != s.inst.Table() && isEntity(v): // another entity, which has the same methods
		case of != nil:
			each(of)
		default:
			for class := meta; class != nil; class = class.Field("_base").Table() {
				each(class)
			}
		}
	}
	return found
}

func isEntity(v machine.Value) bool {
	_, is := script.Handle(v).(*stage.Entity)
	return is
}

// paramsOf lists the names of the parameters of a function in Lua, without self where it is a method; not
// ok for one of Go, and for one that takes none.
func paramsOf(f *machine.Function, method bool) (names []string, ok bool) {
	p := f.Proto()
	if p == nil {
		return nil, false
	}
	for i := range p.Params {
		names = append(names, p.Locals[i].Name)
	}
	if method && len(names) > 0 {
		names = names[1:]
	}
	return names, len(names) > 0
}

// rowsOf sorts the rows that scripts write with a path before them, by that path.
func rowsOf(t *testing.T) map[string][]words.Word {
	t.Helper()
	of := map[string][]words.Word{}
	for _, w := range Words() {
		path := ""
		if w.Example != "" {
			call, _, _ := strings.Cut(w.Example, "(")
			var ok bool
			if path, ok = strings.CutSuffix(call, w.Name); !ok {
				t.Errorf("%s: the example %s does not end with it", w.Name, w.Example)
			}
		}
		if path = strings.TrimRight(path, ".:"); w.Role == words.Event {
			path = "event"
		}
		of[path] = append(of[path], w)
	}
	return of
}

// Every name that scripts find has its row with its parameters, and every row is found.
func TestWordsAreWhatScriptsFind(t *testing.T) {
	s, rows := newScene(t), rowsOf(t)
	var wrong []string
	for _, path := range script.SortedKeys(rows) {
		if path == "event" {
			continue
		}
		var found map[string]machine.Value
		s.within(t, func() {
			if path == "" {
				found = s.members(s.Lua.Globals().V())
				found["_G"], found["_VERSION"], found["inst"] = s.Lua.Globals().V(), s.Lua.Global("_VERSION"), s.inst
			} else {
				found = s.members(s.at(path))
			}
		})
		wrong = append(wrong, s.compare(path, rows[path], found)...)
	}
	for _, ref := range componentFiles(t) {
		if rows["inst.components."+ref] == nil {
			wrong = append(wrong, "no rows for the component "+ref)
		}
	}
	if wrong != nil {
		t.Errorf("%d wrong:\n%s", len(wrong), strings.Join(wrong, "\n"))
	}
}

func componentFiles(t *testing.T) (names []string) {
	t.Helper()
	files, err := fs.ReadDir(script.Files, "lib/components")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), ".lua"))
	}
	return names
}

// compare holds the rows of a path to what is found there.
func (s *scene) compare(path string, rows []words.Word, found map[string]machine.Value) (wrong []string) {
	tell := func(format string, args ...any) { wrong = append(wrong, path+" "+fmt.Sprintf(format, args...)) }
	listed := map[string]bool{}
	for i := range rows {
		w := &rows[i]
		if listed[w.Name] && w.Role != words.Part {
			tell("%s has two rows", w.Name)
		}
		listed[w.Name] = true
		v, ok := found[w.Name]
		switch f := s.functionOf(v); {
		case !ok && strings.Contains(w.Example, ")"), !ok && path == "":
			tell("%s: nobody finds it", w.Name)
		case f != nil && w.Role != words.Place && (w.Example == "" || strings.Contains(w.Example, "(")):
			if names, ok := paramsOf(f, strings.HasPrefix(w.Example, path+":") || v.Table() != nil); ok && !sameParams(w, names) {
				tell("%s takes %v", w.Name, names)
			}
		case w.Role == words.Constant && v.Kind() == machine.KindText && w.Value.Is != fmt.Sprintf("%q", machine.Show(v)),
			w.Role == words.Constant && v.Kind() != machine.KindText && w.Value.Is != machine.Show(v) && w.Name != "huge":
			tell("%s is %s", w.Name, machine.Show(v))
		}
	}
	for _, name := range script.SortedKeys(found) {
		if !listed[name] && !slices.Contains(inner, name) && (path != "" || !slices.Contains(absent, name)) && !isOfClass(path, name) {
			tell("%s has no row", name)
		}
	}
	return wrong
}

// isOfClass reports whether a member is what all nodes, and all objects of the engine, have.
func isOfClass(path, name string) bool {
	if path == "" {
		return strings.HasPrefix(name, "file ")
	}
	return path == "EventNode" && slices.Contains([]string{"Visit", "Reset", "Step"}, name)
}

// functionOf returns what is called by a name: a function, or the constructor of a class.
func (s *scene) functionOf(v machine.Value) *machine.Function {
	if t := v.Table(); t != nil {
		return t.Field("_ctor").Function()
	}
	return v.Function()
}

// sameParams reports whether a row has these parameters, of an open row the first of them. One that a
// function ignores may have another name.
func sameParams(w *words.Word, names []string) bool {
	if len(w.Params) > len(names) || len(w.Params) < len(names) && !w.Open {
		return false
	}
	for i, name := range names[:len(w.Params)] {
		if name != "_" && name != w.Params[i].Name {
			return false
		}
	}
	return true
}

// pushed finds where Thicket's own files push an event, or hear of one.
var pushed = regexp.MustCompile(`(?:PushEvent(?:Immediate)?|ListenForEvent|EventHandler|push)\("(\w+)"`)

// Every event that Thicket's own files push or hear of has its row, and every row is one of those.
func TestEventsAreThoseOfTheLibrary(t *testing.T) {
	library, listed := map[string]bool{}, map[string]bool{}
	err := fs.WalkDir(script.Files, "lib", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		src, err := fs.ReadFile(script.Files, path)
		for _, m := range pushed.FindAllStringSubmatch(string(src), -1) {
			library[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	delete(library, "thicket_unheard")
	for _, w := range Words() {
		if w.Role == words.Event {
			listed[w.Name] = true
		}
	}
	if diff := cmp.Diff(library, listed); diff != "" {
		t.Errorf("(-of the library +listed)\n%s", diff)
	}
}
