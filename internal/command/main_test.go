package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write what the program prints into the scripts that expect it")

// TestMain is the program where one is started: by its name, or as a part of a run in strips, which
// starts its own executable.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "strip" {
		Main()
	}
	testscript.Main(m, map[string]func(){"thicket": Main, "nats-server": serveNATS})
}

// serveNATS is nats-server, as far as tests start it.
func serveNATS() {
	options, err := server.ConfigureOptions(flag.NewFlagSet("nats-server", flag.ExitOnError), os.Args[1:], nil, nil, nil)
	var s *server.Server
	if err == nil {
		s, err = server.NewServer(options)
	}
	if err == nil {
		err = server.Run(s)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	s.WaitForShutdown()
}

// TestScripts plays testdata/script, where each file is a way to use the program. What is not
// about the process runs in this one, one script after the other, because starting the program
// takes longer than most of what is asked of it, and a script has a working directory of its own.
func TestScripts(t *testing.T) {
	testscript.RunT(inOrder{t}, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"thicket": here, "exits": exits},
	})
}

// here is `thicket ARG...` and `! thicket ARG...`, in this process.
func here(ts *testscript.TestScript, neg bool, args []string) {
	if code := playHere(ts, args); (code != exitDone) != neg {
		ts.Fatalf("exit code %d", code)
	}
}

func playHere(ts *testscript.TestScript, args []string) (code int) {
	home, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	code = execute(context.Background(), args, ts.Stdout(), ts.Stderr())
	ts.Check(os.Chdir(home))
	return code
}

// exits wants an exit code, of a command line in this process, `exits 2 thicket rnu`, or of a
// process, `exits 2 exec thicket replay -`.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || args[1] != "thicket" && (args[1] != "exec" || len(args) < 3) {
		ts.Fatalf("usage: exits CODE thicket ARGS..., or exits CODE exec PROGRAM ARGS...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var failed *exec.ExitError
	if args[1] == "thicket" {
		got = playHere(ts, args[2:])
	} else if err := ts.Exec(args[2], args[3:]...); errors.As(err, &failed) {
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

// itself returns the path of this test as the program, see TestMain: for processes of their own.
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
