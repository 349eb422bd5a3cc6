package arena_test

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/dialect/words"
	"github.com/thicket-sim/thicket/internal/dialect/words/wordstest"
	"github.com/thicket-sim/thicket/internal/trees"
)

// absent stands for a parameter that is left out.
const absent = "\x00"

// leafTrees are the extensions of files in which the rows of leaves are tried, with what writes a tree of
// one leaf, with texts for its parameters.
var leafTrees = map[string]func(w *words.Word, texts []string) string{
	".yaml": func(w *words.Word, texts []string) string {
		var args []string
		for i, text := range texts {
			if p := &w.Params[i]; text != absent {
				switch p.Kind {
				case host.Where:
					text = "{ key: it, value: true }"
				case host.String:
					text = `"` + text + `"`
				}
				args = append(args, p.Name+": "+text)
			}
		}
		kind := map[words.Role]string{words.Action: "action", words.Condition: "condition"}[w.Role]
		return fmt.Sprintf("{ kind: %s, name: %s, args: { %s } }", kind, w.Name, strings.Join(args, ", "))
	},
	".bt": func(w *words.Word, texts []string) string {
		var args []string
		for i, text := range texts {
			if p := &w.Params[i]; text != absent && p.Kind != host.Where {
				if p.Kind == host.String || p.Kind == host.Any {
					text = `"` + text + `"`
				}
				args = append(args, text)
			}
		}
		call := w.Name + "( " + strings.Join(args, ", ") + " )"
		if w.Role == words.Action {
			return "selector { action " + call + " }"
		}
		return "selector { condition " + call + " != 0 { action stand() } }"
	},
	".debt": func(w *words.Word, texts []string) string {
		params := ""
		for i, text := range texts {
			if text != absent {
				params += fmt.Sprintf("<parameter name='%s'>%s</parameter>", w.Params[i].Name, html.EscapeString(text))
			}
		}
		if w.Role == words.Action {
			return fmt.Sprintf("<behaviorTree><action id='r' name='%s'>%s</action></behaviorTree>", w.Name, params)
		}
		return fmt.Sprintf("<behaviorTree><success id='r'><condition>%s</condition>%s</success></behaviorTree>", w.Name, params)
	},
}

// Each leaf that the arena offers loads from its row, with what must be given and with all; a text outside
// of what the row says is refused, in each dialect that can call it.
func TestRowsOfLeavesLoad(t *testing.T) {
	t.Parallel()
	for ext, write := range leafTrees {
		r := arena.NewRegistry()
		own := trees.OverlayOf(r, ext)
		own.Vocabulary = true
		load := func(src string) (*run.Program, error) {
			p, _, err := trees.LoadSource("sample"+ext, []byte(src), r)
			return p, err
		}
		hidden := slices.Concat(own.ActionNames(), own.FuncNames())
		rows := words.Leaves(own)
		for _, w := range words.Leaves(r) {
			if !slices.Contains(hidden, w.Name) {
				rows = append(rows, w)
			}
		}
		for i := range rows {
			w := &rows[i]
			if w.Role == words.Function && ext != ".bt" || w.Value.Kind == host.String {
				continue // conditions of these ask for truth values alone, and .bt compares no texts
			}
			var least, full []string
			for j := range w.Params {
				p := &w.Params[j]
				text := wordstest.Text(p)
				if p.Kind == host.Where {
					text = wordstest.Plain(&p.Value)
				}
				full = append(full, text)
				after := func(q words.Param) bool { return q.Required }
				if !p.Required && (ext != ".bt" || !slices.ContainsFunc(w.Params[j:], after)) { // there they are in order
					text = absent
				}
				least = append(least, text)
			}
			for _, texts := range [][]string{least, full} {
				if _, err := load(write(w, texts)); err != nil {
					t.Errorf("%s: %s: %v", w.Name, write(w, texts), err)
				}
			}
			for j := range w.Params {
				for _, bad := range wordstest.Wrong(&w.Params[j].Value) {
					if n, err := strconv.ParseFloat(bad, 64); ext == ".bt" && err == nil && math.Abs(n) > math.MaxInt32 {
						continue // a whole number of these files has 32 bits
					}
					texts := slices.Clone(full)
					texts[j] = bad
					if _, err := load(write(w, texts)); err == nil {
						t.Errorf("%s: %s is taken", w.Name, write(w, texts))
					}
				}
			}
		}
	}
}
