package wage

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

var update = flag.Bool("update", false, "write the answers of golden files")

func TestTrees(t *testing.T) {
	golden(t, "testdata/trees.txtar", func(file string, src []byte, reg *host.Registry, l *syntax.List) {
		Load(file, src, reg, l)
	})
}

func TestConditions(t *testing.T) {
	golden(t, "testdata/conditions.txtar", func(file string, src []byte, reg *host.Registry, l *syntax.List) {
		doc, err := syntax.Parse(file, src, syntax.Limits{})
		if l.Add(err); err == nil {
			DecodeCondition(doc, file, reg, l)
		}
	})
}

func TestRulesets(t *testing.T) {
	golden(t, "testdata/rulesets.txtar", func(file string, src []byte, reg *host.Registry, l *syntax.List) {
		doc, err := syntax.Parse(file, src, syntax.Limits{})
		if l.Add(err); err == nil {
			DecodeRuleset(doc.Object(l, "a ruleset"), reg, l)
		}
	})
}

func golden(t *testing.T, path string, decode func(string, []byte, *host.Registry, *syntax.List)) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, f := range archive.Files {
		want[f.Name] = string(f.Data)
	}
	var files []txtar.File
	for _, f := range archive.Files {
		if strings.HasSuffix(f.Name, ".want") {
			continue
		}
		var l syntax.List
		decode(f.Name, f.Data, newGame(), &l)
		got := outcome(&l)
		files = append(files, f, txtar.File{Name: f.Name + ".want", Data: []byte(got)})
		if *update {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			if diff := cmp.Diff(want[f.Name+".want"], got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
	if *update {
		archive.Files = files
		if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func outcome(l *syntax.List) string {
	text := "ok\n"
	if err := l.Err(); err != nil {
		text = err.Error() + "\n"
	}
	for _, n := range l.SortedNotices() {
		text += "notice: " + n.Error() + "\n"
	}
	return text
}
