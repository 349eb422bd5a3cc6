package lint_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/insight/lint"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/trees"
)

const pagePath = "../../../docs/lints.md"

// findings lints a file, as a scene or as a tree.
func findings(t *testing.T, file string) []lint.Finding {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	reg := arena.NewRegistry()
	if err := trees.Ask(reg, trees.Vocabularies()...); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(src), "\nbots:") {
		s, err := scenes.Load(file, scenes.Options{Registry: reg})
		if err != nil {
			t.Fatal(err)
		}
		return lint.Scene(s)
	}
	p, _, err := trees.LoadSource(file, src, reg)
	if err != nil {
		t.Fatal(err)
	}
	return lint.Tree(p)
}

// lints returns the findings that are no notes.
func lints(list []lint.Finding) []lint.Finding {
	return slices.DeleteFunc(list, func(f lint.Finding) bool { return lint.IsNote(f.ID) })
}

func ids(list []lint.Finding) (ids []string) {
	for _, f := range list {
		ids = append(ids, f.ID)
	}
	return slices.Compact(ids)
}

// Each lint finds something in the tree on its page, and nothing in the one to write in its
// place; the page has both, with what their bots do.
func TestPages(t *testing.T) {
	var b strings.Builder
	b.WriteString(`# Lints

` + "`thicket check`" + ` tells, beside errors and notices, what loads and is hardly meant:
` + "`FILE:LINE:COL: lint ID: TEXT`" + `. A lint does not make it fail, and is silent where it cannot be sure.
What is often meant is a note, told with ` + "`--notes`" + ` alone.
` + "`thicket check --explain`" + ` lists them, ` + "`--explain ID`" + ` tells one, and ` + "`--allow ID`" + ` keeps one from being told.

This page is made of what the program says of them. Its tables tell what a bot's tree answers in
its first ticks, or the first bot's in a scene: S success, F failure, R running, O another
answer, such as READY, - not asked.
`)
	for _, l := range lint.All() {
		t.Run(l.ID, func(t *testing.T) {
			dir := t.TempDir()
			fmt.Fprintf(&b, "\n## %s\n\n%s %s\n", l.ID, l.Line, l.Text)
			for i, files := range [][]lint.Sample{l.Found, l.Instead} {
				head := "\nIt finds something in\n"
				if i == 1 {
					head = "\nIn its place:\n"
				}
				b.WriteString(head)
				for j, s := range files {
					if err := os.WriteFile(filepath.Join(dir, s.Name), []byte(s.Text), 0o666); err != nil {
						t.Fatal(err)
					}
					if j > 0 {
						fmt.Fprintf(&b, "with `%s`\n", s.Name)
					}
					fmt.Fprintf(&b, "\n```%s\n%s```\n\n", strings.TrimPrefix(filepath.Ext(s.Name), "."), s.Text)
				}
				file := filepath.Join(dir, files[0].Name)
				list := findings(t, file)
				if !lint.IsNote(l.ID) {
					list = lints(list)
				}
				others := slices.DeleteFunc(ids(list), func(id string) bool { return id == l.ID || strings.Contains(l.Text, "`"+id+"`") })
				if i == 0 && !slices.Contains(ids(list), l.ID) || i == 1 && len(list) > 0 || len(others) > 0 {
					t.Errorf("%s: found %v", files[0].Name, list)
				}
				b.WriteString(said(list, dir))
				b.WriteString(ticks(t, file))
			}
		})
	}
	if updating() {
		if err := os.WriteFile(pagePath, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile(pagePath)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(page), b.String()); diff != "" {
		t.Errorf("docs/lints.md is not what the lints say (-page +made); go test ./internal/insight/lint -update writes it anew\n%s", diff)
	}
}

// said returns the lines that are printed of findings.
func said(list []lint.Finding, dir string) string {
	if len(list) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("```text\n")
	for _, f := range list {
		fmt.Fprintf(&b, "%v: lint %s: %s\n", f.Pos, f.ID, f.Msg)
		for _, n := range f.Notes {
			fmt.Fprintf(&b, "\t%v: %s\n", n.Pos, n.Msg)
		}
	}
	b.WriteString("```\n\n")
	return strings.ReplaceAll(b.String(), dir+string(filepath.Separator), "")
}

// shown is for how many ticks a table has columns.
const shown = 6

// answers lists the answers of the nodes of a tree, in a tick.
type answers map[tree.NodeID]host.Status

func (a answers) Leaf(_ int32, n tree.NodeID, what host.Notice, s host.Status) {
	if what == host.Visited {
		a[n] = s
	}
}

func (a answers) Node(_ int32, n tree.NodeID, what host.Notice, s host.Status) { a.Leaf(0, n, what, s) }

// ticks returns a table of what the tree of the first bot does.
func ticks(t *testing.T, file string) string {
	s, err := scenes.Load(file, scenes.Options{})
	if err != nil {
		if s, err = scenes.ForTree(file, 1, scenes.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	g, err := systems.New(&s.Setup)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	p, err := g.Watchers.ProgramOf(1)
	if err != nil || p == nil {
		return ""
	}
	var played []answers
	for range shown {
		now := answers{}
		if err := g.Watchers.Watch(1, func(*run.Program) run.Tracer { return now }); err != nil {
			t.Fatal(err)
		}
		g.Step()
		played = append(played, now)
	}
	var b strings.Builder
	b.WriteString("| tick |")
	for i := range played {
		fmt.Fprintf(&b, " %d |", i+1)
	}
	b.WriteString("\n| --- |" + strings.Repeat(" --- |", shown) + "\n")
	for _, n := range treedraw.Of(p).Nodes {
		fmt.Fprintf(&b, "| `%s` |", strings.TrimSpace(n.Kind+" "+n.Detail))
		for _, now := range played {
			word := "-"
			if s, ok := now[n.ID]; ok {
				word = string("FSRO"[min(int(s), 3)])
			}
			fmt.Fprintf(&b, " %s |", word)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// updating reports whether the tests write what they want anew, see package golden.
func updating() bool { return flag.Lookup("update").Value.String() == "true" }
