package mbt

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

const goldenPath = "testdata/trees.txtar"

// strictGame is a game with an action whose parameters are checked.
func strictGame(t testing.TB) *host.Registry {
	reg := newGame(t)
	err := reg.AddAction(host.Action{
		Name: "Orbit",
		Params: []host.Param{
			{Name: "radius", Kind: host.Number, Unit: "metres"},
			{Name: "laps", Kind: host.Int, Optional: true},
			{Name: "fast", Kind: host.Bool, Optional: true},
			{Name: "around", Kind: host.Where, Optional: true},
			{Name: "tag", Kind: host.Any, Optional: true},
		},
		Check: func(s *host.Site) error {
			if s.Args[0].Number() <= 0 {
				return errRadius
			}
			return nil
		},
		Tick: func(*host.Call) host.Status { return host.Success },
	})
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

type radiusError struct{}

func (radiusError) Error() string { return "radius must be above 0" }

var errRadius = radiusError{}

// Each tree of the golden file is followed by its errors and notices.
func TestTrees(t *testing.T) {
	archive, err := txtar.ParseFile(goldenPath)
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
		Load(f.Name, f.Data, strictGame(t), &l)
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
		if err := os.WriteFile(goldenPath, txtar.Format(archive), 0o666); err != nil {
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
