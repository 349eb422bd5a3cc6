package main

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write what the program prints into the scripts that expect it")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"thicket": main})
}

// TestScripts plays testdata/script, where each file is a way to use the
// program.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

// exits runs a program and wants an exit code: exits 2 thicket rnu.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGS...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var failed *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &failed) {
		got = failed.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, wanted %d", got, want)
	}
}

// thicket runs a command line in this process.
func thicket(t *testing.T, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e writer
	code = execute(context.Background(), args, &o, &e)
	return code, string(o), string(e)
}

// itself is the path of this test as the program, see TestMain: for processes of their own.
func itself(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("thicket")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

type writer []byte

func (w *writer) Write(p []byte) (int, error) {
	*w = append(*w, p...)
	return len(p), nil
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
