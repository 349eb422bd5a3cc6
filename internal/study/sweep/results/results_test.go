package results

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"github.com/thicket-sim/thicket/internal/ground/digest"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/study/sweep"
)

const chases = `scene: chase
factors: { speed: { tune: speedMps, of: hunter, list: [3, 4] }, brain: { with: { a: {}, b: {} } } }
measures: { caught: { times: { happens: contact } }, first: { first: { happens: contact } } }
question: { race: { minimise: first } }
`

func plan(t *testing.T) *sweep.Plan {
	t.Helper()
	f, err := sweep.Load("a.yaml", []byte(chases), limit.Values{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := sweep.NewPlan(f)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// What is written is read again, in both formats: numbers to their last bit, and none as none.
func TestTables(t *testing.T) {
	p := plan(t)
	rows := []sweep.Row{
		{Point: 0, Repeat: 0, Seed: -7, At: []float64{0, 1}, Values: []sweep.Value{3, 0.1}, Ticks: 60, Digest: "00000000000000ff", Winner: "prey", Scene: "abc", Worker: "w-1", Build: "b", Took: 1500 * time.Millisecond},
		{Point: 1, Repeat: 4, Seed: 1 << 52, At: []float64{1, 0}, Values: []sweep.Value{0, sweep.Value(math.NaN())}, Ticks: 60, Digest: "f", Scene: "abd"},
		{Point: 1, Repeat: 5, Seed: 5, At: []float64{1, 0}, Failed: "it broke, \"so\"\nit did", Scene: "abd"},
		{Point: 1, Repeat: 6, Seed: 6, At: []float64{1, 0}, Values: []sweep.Value{9, 2.5}, Ticks: 9, Digest: "e", Scene: "abd"},
	}
	dir := t.TempDir()
	if err := Write(dir, p, rows); err != nil {
		t.Fatal(err)
	}
	got, err := Read(filepath.Join(dir, Parquet), limit.Values{})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Rows) != 4 || string(got.Sweep.Text) != chases {
		t.Fatalf("%d rows of the sweep %q", len(got.Rows), got.Sweep.Text)
	}
	first, second, third := got.Rows[0], got.Rows[1], got.Rows[2]
	if first.Seed != -7 || second.Seed != 1<<52 || first.Of["speed"] != 3 || second.Of["speed"] != 4 || first.Cells["brain"] != "b" || first.Of["first"] != 0.1 || first.Winner != "prey" || first.Took != 1500*time.Millisecond || first.Worker != "w-1" {
		t.Errorf("%+v\n%+v", first, second)
	}
	if second.Of["first"] != 2 || second.Cells["first"] != "≥ 2" || second.Cells["first_censored"] != "true" || first.Cells["first_censored"] != "false" {
		t.Errorf("what did not come in a game of 2 s, of 60 that it could be, is read as %v", second.Cells)
	}
	if _, ok := third.Of["first"]; ok || third.Failed != rows[2].Failed {
		t.Errorf("a measure that is none is read as %v, a reason as %q", third.Of["first"], third.Failed)
	}
	if got.SceneFile(&second) != filepath.Join(dir, Scenes, "abd") {
		t.Errorf("the scene is looked for in %s", got.SceneFile(&second))
	}
	text, err := os.ReadFile(filepath.Join(dir, CSV))
	if err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil || len(records) != 5 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	if want := []string{"0", "0", "-7", "3", "b", "3", "0.1", "false", "prey", "60", "00000000000000ff", strconv.Itoa(digest.Version), "", "abc", "w-1", "b", "1.5"}; !slices.Equal(records[1], want) {
		t.Errorf("the first record is\n%q, wanted\n%q", records[1], want)
	}
	if records[2][6] != "2" || records[2][7] != "true" || records[3][6] != "" || records[3][12] != rows[2].Failed {
		t.Errorf("%q\n%q", records[2], records[3])
	}
	// Who has no measure is worst.
	if n, err := got.Worst(); n != 2 || err != nil {
		t.Errorf("the worst row is %d, %v, wanted 2", n, err)
	}
	got.Rows = []Row{first, second, got.Rows[3]}
	if n, _ := got.Worst(); n != 1 {
		t.Errorf("the worst of 0.1, 2 or more and 2.5, where the least was asked for, is %d", n)
	}
	got.Sweep.Question.Least = false
	if n, _ := got.Worst(); n != 0 {
		t.Errorf("the worst of 0.1, 2 or more and 2.5, where the largest was asked for, is %d", n)
	}
	got.Rows = got.Rows[1:2]
	if n, err := got.Worst(); n != 0 || err != nil {
		t.Errorf("the worst of 2 or more alone is %d, %v", n, err)
	}
}

// A table without the version of its digests is one from before they had any, and is not played
// again to other digests; neither is one of a newer version.
func TestReadRefusesOtherDigests(t *testing.T) {
	p := plan(t)
	rows := []sweep.Row{{At: []float64{0, 1}, Values: []sweep.Value{3, 0.1}, Ticks: 60, Digest: "ff", Scene: "abc"}}
	file := filepath.Join(t.TempDir(), Parquet)
	for _, c := range []struct {
		version int64
		want    string
	}{
		{0, "results.parquet: made by an older Thicket: digests of version 1, this one makes 3; play the sweep with the commit ea303f58 of Thicket, the last one that reads it"},
		{1, "results.parquet: row 0: made by an older Thicket: digests of version 1, this one makes 3; play the sweep with the commit ea303f58 of Thicket, the last one that reads it"},
		{digest.Version, ""},
		{4, "results.parquet: row 0: made by a newer Thicket: digests of version 4, this one makes 3"},
	} {
		all := slices.DeleteFunc(columns(p), func(one column) bool { return one.name == versionName })
		if c.version > 0 {
			all = append(all, column{versionName, parquet.Leaf(parquet.Int64Type), whole(func(*sweep.Row) int64 { return c.version })})
		}
		if err := writeWhole(file, func(w io.Writer) error { return writeParquet(w, p, all, rows) }); err != nil {
			t.Fatal(err)
		}
		_, err := Read(file, limit.Values{})
		if got := fmt.Sprint(err); c.want == "" && err != nil || !strings.HasSuffix(got, c.want) {
			t.Errorf("version %d: %v, wanted %q", c.version, err, c.want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "x.parquet")
	if err := os.WriteFile(file, []byte("PAR1 and nothing else"), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{file: "wanted results of a sweep", filepath.Join(dir, "none"): "no such file"} {
		if _, err := Read(name, limit.Values{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, wanted %s", name, err, want)
		}
	}
}
