package strips_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/study/strips"
)

// strip tells this test that it is a strip's process.
const strip = "THICKET_TEST_STRIP"

func TestMain(m *testing.M) {
	if os.Getenv(strip) != "" {
		if err := strips.Serve(os.Stdin, limit.Values{}, live.Own{}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func itself() *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), strip+"=1")
	return c
}

// crowd returns a small one, after some ticks.
func crowd(t *testing.T, ticks int) *live.Session {
	t.Helper()
	scene, err := scenes.Load("crowd", scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := scene.Scale(2000); err != nil {
		t.Fatal(err)
	}
	s, err := live.New(scene, live.Options{OnFault: func(host.Fault) {}, OnNotice: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	for range ticks {
		s.Step()
	}
	return s
}

func start(t *testing.T, s *live.Session, n int) *strips.World {
	t.Helper()
	w, err := strips.Start(s, strips.Options{Strips: n, Workers: 1, Command: itself})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	return w
}

func saved(t *testing.T, s *live.Session) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := s.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Processes play the game that one plays, tick by tick, also one that began long ago, and the
// session is then as if it had played itself.
func TestProcessesAreOneWorld(t *testing.T) {
	for _, n := range []int{1, 2, 3, 5} {
		t.Run(fmt.Sprintf("strips=%d", n), func(t *testing.T) {
			const before = 30
			one, parts := crowd(t, before), crowd(t, before)
			w := start(t, parts, n)
			halo := int64(0)
			for range 60 {
				one.Step()
				got, err := w.Step(true)
				if err != nil {
					t.Fatal(err)
				}
				if want := one.Digest(); got != want {
					t.Fatalf("tick %d has the digest %016x, wanted %016x", one.World().Clock().Tick, got, want)
				}
				for _, f := range w.Last {
					halo += f.Halo
				}
			}
			if err := w.Settle(); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(saved(t, one), saved(t, parts)) {
				t.Error("the session is saved as another game")
			}
			if n > 1 && halo == 0 {
				t.Error("strips told each other nothing: the test shows nothing")
			}
		})
	}
}

// A process that is no strip is named with what it said.
func TestAStripThatDoesNotBeginIsNamed(t *testing.T) {
	_, err := strips.Start(crowd(t, 0), strips.Options{Strips: 2, Workers: 1, Command: func() *exec.Cmd {
		return exec.Command("sh", "-c", "echo out of order >&2; exit 7")
	}})
	if err == nil || !strings.Contains(err.Error(), "ended: exit status 7:\nout of order") {
		t.Errorf("the error is %v", err)
	}
	_, err = strips.Start(crowd(t, 0), strips.Options{Strips: 2, Workers: 1, Command: func() *exec.Cmd { return exec.Command("/nowhere/strip") }})
	if err == nil || !strings.Contains(err.Error(), "strip 1 of 2") || !strings.Contains(err.Error(), "/nowhere/strip") {
		t.Errorf("the error is %v", err)
	}
	if _, err := strips.Start(crowd(t, 0), strips.Options{Strips: strips.Most + 1}); err == nil {
		t.Error("any number of strips will do")
	}
}
