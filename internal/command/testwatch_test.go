package command

import (
	"context"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// shared is an output that is read while it is written.
type shared struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *shared) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// With --watch a change of a tree plays the tests again that it concerns, and no others,
// within a second.
func TestWatchedTests(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"one", "two"} {
		write(name+".yaml", "bots: [{ id: a, name: A, count: 1, behavior: { file: "+name+".bt } }]")
		write(name+".bt", "action wander()\n")
		write(name+".test.yaml", "tests: [{ name: it goes, then: [{ always: { every: a, does: wander }, within: 1s }] }]")
	}
	ctx, cancel := context.WithCancel(context.Background())
	var out shared
	ended := make(chan int)
	go func() { ended <- execute(ctx, []string{"test", "--watch"}, &out, &out) }()
	// next waits for the next report, and returns it and how long it took.
	read := 0
	next := func() (report string, took time.Duration) {
		t.Helper()
		began := time.Now()
		for {
			text := out.String()[read:]
			if report, _, ok := strings.Cut(text, "watching\n"); ok {
				read += len(report) + len("watching\n")
				return report, time.Since(began)
			}
			if time.Since(began) > time.Minute {
				t.Fatalf("no report, but %q", text)
			}
			time.Sleep(2 * time.Millisecond)
		}
	}
	if got, _ := next(); !strings.Contains(got, "ok    one.test.yaml  1 test\nok    two.test.yaml  1 test\nall passed") {
		t.Errorf("at first it says\n%s", got)
	}
	for _, c := range []struct{ file, text, wants string }{
		{"two.bt", "action stand()\n", "FAIL  two.test.yaml  1 test\n1 of 1 tests failed"},
		{"two.bt", "action wander()\n", "ok    two.test.yaml  1 test\nall passed"},
		{"one.yaml", "bots: [{ id: a, nmae: A }]", "FAIL  one.test.yaml"},
		{"new.test.yaml", "given: { scene: two.yaml }\ntests: [{ name: it is new, then: [{ always: { every: a }, within: 1s }] }]", "ok    new.test.yaml  1 test\nall passed"},
		{"one.yaml", "bots: [{ id: a, name: A, count: 1, behavior: { kind: wander } }]", "ok    one.test.yaml  1 test\nall passed"},
	} {
		time.Sleep(20 * time.Millisecond) // so that the file has another time
		write(c.file, c.text)
		got, took := next()
		if !strings.Contains(got, c.wants) || strings.Count(got, ".test.yaml  ") != 1 {
			t.Errorf("after a change of %s it says\n%s", c.file, got)
		}
		if t.Logf("%s: told after %v", c.file, took); took > 5*time.Second {
			t.Errorf("after a change of %s it took %v", c.file, took)
		}
	}
	cancel()
	if code := <-ended; code != exitDone {
		t.Errorf("exit code %d", code)
	}
}
