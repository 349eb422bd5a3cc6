package lab

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/insight/cover"
	"github.com/thicket-sim/thicket/internal/insight/testfiles"
	"github.com/thicket-sim/thicket/internal/insight/treetest"
	"github.com/thicket-sim/thicket/internal/insight/why"
	"github.com/thicket-sim/thicket/internal/live"
)

// test plays files of tests, and answers as `thicket test --json`, with which nodes they have asked.
func (l *Lab) test(of struct {
	Files []string `json:"files"`
}) (any, error) {
	files, err := testfiles.Find(of.Files...)
	if err != nil {
		return nil, err
	}
	var total cover.Total
	r := treetest.Runner{Workers: 1, Cover: &total}
	report := treetest.ReportOf(r.Run(files...), 0)
	asked, count := cover.Covered(total.Files())
	return struct {
		*treetest.Report
		Asked int           `json:"asked"` // of the nodes that count
		Of    int           `json:"of"`
		Cover []*cover.File `json:"cover"`
	}{report, asked, count, append([]*cover.File{}, total.Files()...)}, nil // a page is told of an empty list, not of none
}

// mutate changes the trees of a scene in so many places, one at a time, and answers as
// `thicket mutate --json`.
func (l *Lab) mutate(of struct {
	Scene string `json:"scene"`
	Max   int    `json:"max"`
}) (any, error) {
	files, err := testfiles.Find(of.Scene)
	if err != nil {
		return nil, err
	}
	r := treetest.Runner{Workers: 1}
	return r.Mutate(context.Background(), of.Scene, files, treetest.Mutation{Max: of.Max})
}

// question is about a bot of the game as it was recorded.
type question struct {
	Bot     int64  `json:"bot"`
	Tick    int64  `json:"tick"`
	Not     string `json:"not"`
	Instead string `json:"instead"`
}

// why explains what a bot did at a tick, or did last where the recording ends before, and answers as
// `thicket why --json` does, with the text for people.
func (l *Lab) why(q question) (any, error) { return explain(Recordings, q) }

// explain is why of the recordings in a folder: of the last one that had begun by then.
func explain(dir string, q question) (any, error) {
	names, err := filepath.Glob(dir + "/*.rec")
	if err != nil || len(names) == 0 {
		return nil, errors.Join(errors.New("nothing of this game is recorded yet"), err)
	}
	slices.SortFunc(names, func(a, b string) int { return number(b) - number(a) })
	tick := max(1, q.Tick)
	at, err := why.ParseTime(strconv.FormatInt(tick, 10))
	if err != nil {
		return nil, err
	}
	var errs []error
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if rec, err := live.ReadRecording(bytes.NewReader(data), limit.Values{}); err != nil || tick <= rec.Begins {
			errs = append(errs, cmp.Or(err, fmt.Errorf("tick %d was recorded too long ago", tick)))
			continue
		}
		open := func() (*live.Session, why.Player, error) { return replay(data) }
		for _, moment := range []why.Time{at, why.End} {
			r, err := why.Explain(context.Background(), open, why.Question{Bot: fmt.Sprint(q.Bot), At: moment, Not: q.Not, Instead: q.Instead})
			if err != nil {
				errs = append(errs, err)
				continue
			}
			var text bytes.Buffer
			if err := r.Text(&text); err != nil {
				return nil, err
			}
			return struct {
				*why.Report
				Text string `json:"text"`
			}{r, text.String()}, nil
		}
	}
	return nil, errs[0]
}

// number returns which recording of a game a file is: the later, the higher.
func number(name string) int {
	n := 1
	_, _ = fmt.Sscanf(filepath.Base(name), "game-%d.rec", &n) // the first one has none
	return n
}

// replay plays a recording, as far as it was written.
func replay(data []byte) (*live.Session, why.Player, error) {
	rec, err := live.ReadRecording(bytes.NewReader(data), limit.Values{})
	if err != nil {
		return nil, nil, err
	}
	s, err := rec.Open(live.Options{OnNotice: func(string) {}})
	if err != nil {
		return nil, nil, err
	}
	p, err := live.NewReplay(rec, s, nil)
	if err != nil {
		s.Close()
		return nil, nil, err
	}
	return s, p, nil
}
