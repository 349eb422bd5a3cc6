package command

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
)

// TestFileCommands runs the scripts of the commands that read files and play
// nothing. They run in this process, one after the other, because a script has
// a working directory of its own.
func TestFileCommands(t *testing.T) {
	var files []string
	for _, pattern := range []string{"check*.txtar", "tree*.txtar", "trace*.txtar", "fmt*.txtar"} {
		found, err := filepath.Glob(filepath.Join("testdata", pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("no scripts %s: %v", pattern, err)
		}
		files = append(files, found...)
	}
	testscript.RunT(inOrder{t}, testscript.Params{
		Files: files,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"thicket": runThicket,
			"zeroes":  writeZeroes,
		},
	})
}

// long are scripts that take a second or more.
var long = []string{"strips", "bench", "save", "files", "limits", "brains", "record", "run", "cover", "creature", "help"}

// inOrder is a test whose parts are not parallel.
type inOrder struct{ *testing.T }

func (inOrder) Parallel() {}

func (t inOrder) Run(name string, f func(testscript.T)) {
	t.T.Run(name, func(t *testing.T) {
		if testing.Short() && slices.Contains(long, name) {
			t.Skip("takes long: processes, runs that are timed, and whole games")
		}
		f(inOrder{t})
	})
}

func (t inOrder) Verbose() bool { return testing.Verbose() }

// runThicket is `thicket ARG...` and `! thicket ARG...`.
func runThicket(ts *testscript.TestScript, neg bool, args []string) {
	root := &cobra.Command{Use: "thicket", SilenceErrors: true, SilenceUsage: true}
	root.AddCommand(newCheckCommand(nil), newTreeCommand(nil), newFmtCommand(nil), newTraceCommand(nil))
	root.SetArgs(args)
	root.SetOut(ts.Stdout())
	var errs bytes.Buffer
	root.SetErr(&errs)

	home, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	err = root.Execute()
	ts.Check(os.Chdir(home))

	if err != nil {
		errs.WriteString(err.Error() + "\n")
	}
	_, writeErr := errs.WriteTo(ts.Stderr())
	ts.Check(writeErr)
	if (err != nil) != neg {
		ts.Fatalf("thicket %s: error %v", strings.Join(args, " "), err)
	}
}

// writeZeroes is `zeroes FILE`: a file of 100 MB that takes no room.
func writeZeroes(ts *testscript.TestScript, _ bool, args []string) {
	f, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(f.Truncate(100 << 20))
	ts.Check(f.Close())
}
