package wage

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/dialect/words/wordstest"
)

// sample writes a map of a row, with all that may be left out or without. Some keys may be given texts.
func sample(w *words.Word, full bool, given map[string]string) string {
	var b strings.Builder
	b.WriteString("{")
	if w.Role.IsNode() {
		b.WriteString("kind: " + w.Name)
	}
	key := func(name, text string) {
		if b.Len() > 1 {
			b.WriteString(", ")
		}
		b.WriteString(name + ": " + text)
	}
	for i := range w.Params {
		p := &w.Params[i]
		if text, isGiven := given[p.Name]; isGiven {
			key(p.Name, text)
		} else if p.Required || full {
			key(p.Name, wordstest.Text(p))
		}
	}
	for _, part := range w.Parts {
		if full || strings.HasSuffix(part, "+") {
			p := wordstest.PartOf(Words(), w, part)
			key(p.Name, sample(p, full, given))
		}
	}
	if w.Most != 0 {
		var kids []string
		for range max(w.Least, map[bool]int{true: 2}[full]) {
			kids = append(kids, "{kind: wander}")
		}
		key("children", "["+strings.Join(kids, ", ")+"]")
	}
	return b.String() + "}"
}

// around writes a tree with a sample of a word that is a node, or stands in one.
func around(t *testing.T, w *words.Word, full bool, given map[string]string) string {
	t.Helper()
	if w.Role.IsNode() {
		return sample(w, full, given)
	}
	if len(w.In) == 0 {
		t.Fatalf("%s stands nowhere", w.Name)
	}
	of := &words.Find(Words(), w.In[0], false)[0]
	return sample(of, w.Role == words.Part, given)
}

// offered is a game that has what samples name.
func offered(t *testing.T) *host.Registry {
	reg := &host.Registry{}
	for _, w := range Words() {
		for _, p := range w.Params {
			var err error
			switch p.Names {
			case "action":
				err = reg.AddAction(host.Action{Name: p.Sample, Tick: func(*host.Call) host.Status { return host.Success }})
			case "condition":
				err = reg.AddFunc(host.Func{Name: p.Sample, Result: host.Bool, Eval: func(*host.Call) host.Value { return host.NullValue }})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, name := range []string{"chase_nearest", "flee_nearest"} {
		if err := reg.AddAction(host.Action{Name: name, Params: []host.Param{where}, Tick: func(*host.Call) host.Status { return host.Success }}); err != nil {
			t.Fatal(err)
		}
	}
	return reg
}

// loads reports the errors of a tree.
func loads(reg *host.Registry, src string) error {
	var l syntax.List
	Load("sample.yaml", []byte(src), reg, &l)
	return l.Err()
}

// Each row loads as it stands, with the least and with all; what it says is refused is refused.
func TestRowsLoad(t *testing.T) {
	wordstest.Rows(t, Words(), "../../../docs")
	reg := offered(t)
	for i := range Words() {
		w := &Words()[i]
		for _, full := range []bool{false, true} {
			src := around(t, w, full, nil)
			if err := loads(reg, src); err != nil || !strings.Contains(src, w.Name) {
				t.Errorf("%s: %s: %v", w.Name, src, err)
			}
		}
		for j := range w.Params {
			p := &w.Params[j]
			for _, bad := range append(wordstest.Wrong(&p.Value), map[host.Kind]string{host.String: "[]", host.Opaque: "7"}[p.Kind]) {
				if bad != "" && loads(reg, around(t, w, true, map[string]string{p.Name: bad})) == nil {
					t.Errorf("%s: %s %s is taken", w.Name, p.Name, bad)
				}
			}
			if p.Required {
				src := strings.Replace(around(t, w, true, nil), ", "+p.Name+": "+wordstest.Text(p), "", 1)
				src = strings.Replace(src, "{"+p.Name+": "+wordstest.Text(p)+", ", "{", 1)
				if loads(reg, src) == nil {
					t.Errorf("%s: %s, without %s, is taken", w.Name, src, p.Name)
				}
			}
		}
		if w.Role == words.Setting {
			for _, bad := range wordstest.Wrong(&w.Value) {
				if src := fmt.Sprintf("{%s: %s}", w.Name, bad); loads(reg, src) == nil {
					t.Errorf("%s is taken", src)
				}
			}
		}
	}
}

// The rows are those of the kinds, and the kinds those of the table of ops beside the leaves.
func TestRowsAreTheKinds(t *testing.T) {
	var nodes []string
	for _, w := range Words() {
		if w.Role.IsNode() {
			nodes = append(nodes, w.Name)
		}
	}
	if !slices.Equal(nodes, allKinds) {
		t.Errorf("rows of %v, wanted those of %v", nodes, allKinds)
	}
	for _, op := range ops.Ops[1:] {
		found := words.Find(Words(), op.Name, false)
		if len(found) != 1 || found[0].Truth != ops.Truth(op.Name) || string(found[0].Role) != op.Role.String() {
			t.Errorf("%s: %+v", op.Name, found)
		}
	}
}
