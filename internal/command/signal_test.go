package command

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/thicket-sim/thicket/internal/command/benchmark"
)

// What a signal cuts off is no success, says so as data, and has no verdict; what goes on until
// somebody ends it is done then.
func TestWhatIsCutOffSaysSo(t *testing.T) {
	t.Chdir(t.TempDir())
	if code, _, errs := thicket(t, "run", "tag", "--ticks", "30", "--record", "tag.rec"); code != exitDone {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	if err := os.WriteFile("a.yaml", []byte("scene: tag\nmeasures: { a: ticks }\nfor: 1s\nrepeats: 2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("token", []byte("0123456789abcdef"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		line string
		ends bool   // it is done
		data string // of its JSON
	}{
		{line: "run tag --ticks 60 --json", data: `"ticksWanted": 60, "stopped": true, "ticksPlayed": 0`},
		{line: "run tag --ticks 60 --cover-min 100%"},
		{line: "replay tag.rec --json", data: `"ticksWanted": 30, "stopped": true`},
		{line: "replay --bisect tag.rec"},
		{line: "replay --bisect tag.rec tag.rec"},
		{line: "bench --bots 10 --ticks 1 --json"},
		{line: "bench --save --bots 10 --json"},
		{line: "sweep a.yaml --workers 1 --json"},
		{line: "mutate tag"},
		{line: "test tag --json", data: `"stopped": true, "passed": 0, "ok": false`},
		{line: "test tag --cover-min 1%"},
		{line: "why tag --bot 1 --at 5s"},
		{line: "test tag --watch", ends: true},
		{line: "serve tag --listen 127.0.0.1:0 --gm-token-file token", ends: true},
	} {
		for by, code := range map[os.Signal]int{os.Interrupt: 130, syscall.SIGTERM: 143} {
			ctx, cancel := context.WithCancelCause(t.Context())
			cancel(endedBy{by})
			want := code
			if c.ends {
				want = exitDone
			}
			var out, errs writer
			if got := execute(ctx, strings.Fields(c.line), &out, &errs); got != want {
				t.Errorf("%s, and %v: exit code %d, wanted %d: %s", c.line, by, got, want, errs)
			}
			if !c.ends && !strings.Contains(string(errs), "stopped") {
				t.Errorf("%s, and %v: it says %q", c.line, by, errs)
			}
			if c.data == "" {
				continue
			}
			lines := strings.Split(strings.TrimSpace(string(out)), "\n{")
			var have, wanted map[string]any
			if err := errors.Join(json.Unmarshal([]byte("{"+strings.TrimPrefix(lines[len(lines)-1], "{")), &have), json.Unmarshal([]byte("{"+c.data+"}"), &wanted)); err != nil {
				t.Fatalf("%s: %v in %s", c.line, err, out)
			}
			for key, v := range wanted {
				if have[key] != v {
					t.Errorf("%s: %s is %v, wanted %v", c.line, key, have[key], v)
				}
			}
		}
	}
}

// A bench that is cut off prints the rows that it has, and that there were to be more.
func TestABenchThatIsCutOff(t *testing.T) {
	cut, err := measured(context.Canceled, 1, 4)
	var out writer
	if err == nil {
		err = (&benchFlags{json: true}).print(&out, nil, []benchmark.Row{{}}, cut != nil)
	}
	if err != nil || !errors.As(cut, new(cutOff)) || !strings.Contains(string(out), `"stopped": true`) {
		t.Errorf("%v, %v: %s", cut, err, out)
	}
	if cut, err = measured(nil, 4, 4); cut != nil || err != nil {
		t.Errorf("a bench that is whole: %v, %v", cut, err)
	}
}
