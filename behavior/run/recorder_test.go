package run_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
)

func TestRecorderKeepsTheLastEvents(t *testing.T) {
	r := &run.Recorder{Row: 1}
	for i := range 50 {
		r.Event(int32(i%2), host.Event{ID: host.EventID(i)})
	}
	var got []host.EventID
	for _, e := range r.Events() {
		got = append(got, e.ID)
	}
	var want []host.EventID
	for id := 49; len(want) < run.MaxRecorded; id -= 2 {
		want = append(want, host.EventID(id))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if n := len((&run.Recorder{}).Events()); n != 0 {
		t.Errorf("%d events before any came", n)
	}
}
