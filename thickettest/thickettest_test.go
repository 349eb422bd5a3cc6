package thickettest_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/thickettest"
)

func registry(t *testing.T) *thicket.Registry {
	t.Helper()
	r := thicket.NewRegistry()
	if err := r.AddAction(thicket.Action{Name: "cackle", Tick: func(*thicket.Call) thicket.Status { return thicket.Success }}); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRun(t *testing.T) {
	thickettest.Run(t, "testdata/*.test.yaml", thickettest.With(registry(t)))
}

// Each session is prepared before it is played, one at a time.
func TestPrepare(t *testing.T) {
	sessions := 0
	thickettest.Run(t, "testdata/*.test.yaml", thickettest.With(registry(t)), thickettest.Prepare(func(s *thicket.Session) {
		if sessions++; s.World().Clock().Tick != 0 {
			t.Error("it was played before")
		}
	}))
	if sessions != 4 {
		t.Errorf("%d sessions were prepared, wanted 3 and 1", sessions)
	}
}

// failing makes this test's own process run the files that fail.
const failing = "THICKETTEST_FAILING"

// skipped has tests that nobody plays without agents, and others that pass.
const skipped = "testdata/minds/crab.test.yaml"

// TestFailing runs what fails in a process of its own, and wants it told: the pattern that
// matches nothing, and the test that does not hold.
func TestFailing(t *testing.T) {
	switch pattern := os.Getenv(failing); {
	case strings.Contains(pattern, "minds"):
		thickettest.Minds(t, pattern, crabs(), nil)
		return
	case pattern != "":
		thickettest.Run(t, pattern, thickettest.With(registry(t)))
		return
	}
	for pattern, want := range map[string]string{
		"testdata/bad/minds.test.yaml": `testdata/bad/minds.test.yaml:5:16: Graze is an action: found "runing", wanted success, failure or running; did you mean "running"?`,
		skipped:                        "--- SKIP: TestFailing/testdata/minds/crab.test.yaml/a_crab_grazes",
		"testdata/none*":               `no file matches "testdata/none*"`,
		"testdata/bad/hens.test.yaml":  "found   Hen 1 does cackle",
		"testdata/bad/../bad/*.test.*": "--- FAIL: TestFailing/testdata/bad/hens.test.yaml/a_hen_wanders",
	} {
		cmd := exec.Command(os.Args[0], "-test.v", "-test.run", "^TestFailing$")
		cmd.Env = append(os.Environ(), failing+"="+pattern)
		out, err := cmd.CombinedOutput()
		if (err == nil) == (pattern != skipped) || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v, wanted %q in\n%s", pattern, err, want, out)
		}
	}
}
