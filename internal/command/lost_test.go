//go:build linux

package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// printing are command lines that print to standard output.
var printing = [][]string{
	{"--help"}, {"--version"}, {}, {"completion", "bash"},
	{"run", "--list"}, {"run", "--help"}, {"run", "tag", "--ticks", "5"}, {"run", "tag", "--ticks", "5", "--json"}, {"run", "tag", "--ticks", "5", "--json", "--strict"},
	{"run", "tag", "--ticks", "5", "--dump", "-"}, {"run", "tag", "--ticks", "5", "--gif", "-"}, {"run", "tag", "--ticks", "5", "--png", "-"},
	{"run", "tag", "--ticks", "5", "--save", "-"}, {"run", "tag", "--ticks", "5", "--record", "-"}, {"run", "faulty.yaml", "--ticks", "300", "--log", "-"},
	{"run", "faulty.yaml", "--ticks", "5", "--faults", "-"},
	{"replay", "tag.rec"}, {"replay", "tag.rec", "--json"}, {"replay", "tag.rec", "--dump", "-"}, {"replay", "--bisect", "tag.rec", "tag.rec"},
	{"diff", "tag.save", "tag.save"}, {"diff", "tag.save", "tag.save", "--json"},
	{"tree", "tree.yaml"}, {"tree", "tree.yaml", "--svg"}, {"check", "tag"}, {"check", "--json", "tag"}, {"fmt", "long.bt"}, {"actions"}, {"actions", "wander"},
	{"trace", "case.json"}, {"new", "tag", "%d.yaml", "--force"}, {"bench", "tag", "--bots", "50", "--workers", "1", "--warm", "1", "--ticks", "3"},
}

// TestOutputThatIsLost prints to a full disk and to a pipe that nobody reads: the exit code
// says so, and the reason is told.
func TestOutputThatIsLost(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: every output of every command")
	}
	program := inputs(t)
	for _, to := range []struct {
		name, reason string
		open         func() (*os.File, error)
	}{
		{"full", "no space left on device", func() (*os.File, error) { return os.OpenFile("/dev/full", os.O_WRONLY, 0) }},
		{"closed", "broken pipe", func() (*os.File, error) {
			r, w, err := os.Pipe()
			if err == nil {
				err = r.Close()
			}
			return w, err
		}},
	} {
		for i, args := range printing {
			args := append([]string{}, args...)
			for k := range args {
				args[k] = strings.ReplaceAll(args[k], "%d", fmt.Sprint(i))
			}
			t.Run(to.name+" "+strings.Join(args, " "), func(t *testing.T) {
				out, err := to.open()
				if err != nil {
					t.Fatal(err)
				}
				defer out.Close()
				wantLost(t, program, out, to.reason, args)
			})
		}
	}
}

// inputs makes the files that command lines of these tests read, in a folder of its own,
// and returns the program.
func inputs(t *testing.T) (program string) {
	t.Helper()
	program = itself(t)
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"tree.yaml":   "kind: selector\nchildren: [{ kind: action, name: wander }]\n",
		"long.bt":     "selector {\n" + strings.Repeat("action roamInRadius( E_OVERMIND, 500 )\n", 19) + "}\n",
		"faulty.yaml": "bots: [{ id: m, name: Mole, count: 2, behavior: { file: a.debt } }]\n",
		"a.debt":      "<behaviorTree>\n<sequence id='root' loop='true'><success/></sequence></behaviorTree>\n",
		"case.json":   `{"system": "wage", "tree": {"kind": "action", "name": "wander"}, "ticks": 2}` + "\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if code, _, errs := thicket(t, "run", "tag", "--ticks", "20", "--json", "--save", "tag.save", "--record", "tag.rec"); code != exitDone {
		t.Fatal(errs)
	}
	return program
}

// wantLost runs the program, and wants a reason and exit code 1, or that for trouble of a
// command for which 1 means that something differs.
func wantLost(t *testing.T, program string, out io.Writer, reason string, args []string) {
	t.Helper()
	run := exec.Command(program, args...)
	var errs bytes.Buffer
	run.Stdout, run.Stderr = out, &errs
	var failed *exec.ExitError
	want := exitFault
	if len(args) > 0 && (args[0] == "replay" || args[0] == "diff") {
		want = exitTrouble
	}
	if err := run.Run(); !errors.As(err, &failed) || failed.ExitCode() != want {
		t.Errorf("%v, wanted exit code %d: %s", err, want, errs.String())
	}
	if !strings.Contains(errs.String(), reason) || strings.Contains(errs.String(), "goroutine ") {
		t.Errorf("standard error %q, wanted the reason %q", errs.String(), reason)
	}
}

// writing are command lines that write a file, which stands for %s.
var writing = [][]string{
	{"run", "tag", "--ticks", "300", "--json", "--dump", "%s"}, {"run", "tag", "--ticks", "300", "--json", "--gif", "%s"},
	{"run", "tag", "--ticks", "300", "--json", "--png", "%s"}, {"run", "faulty.yaml", "--ticks", "300", "--json", "--log", "%s"},
	{"run", "faulty.yaml", "--ticks", "3000", "--json", "--faults", "%s"}, {"run", "camp", "--ticks", "30", "--json", "--save", "%s"},
	{"run", "camp", "--ticks", "60", "--json", "--save-every", "0.5s", "--save", "%s"}, {"run", "siege", "--ticks", "3000", "--json", "--record", "%s"},
	{"replay", "tag.rec", "--json", "--dump", "%s"}, {"replay", "tag.rec", "--json", "--gif", "%s"},
	{"new", "tag", "%s", "--force"}, {"tree", "tree.yaml", "-o", "%s"}, {"bench", "tag", "--bots", "50", "--workers", "1", "--warm", "1", "--ticks", "3", "--plot", "%s"},
	{"fmt", "-w", "%s"},
}

// TestFilesThatCannotBeWritten writes to a disk that is full, and to one that cannot be
// written: the exit code says so, the reason is told, and the folder is as it was. Recordings
// keep what there is.
func TestFilesThatCannotBeWritten(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: every output of every command")
	}
	program := inputs(t)
	old, err := os.ReadFile("long.bt")
	if err != nil {
		t.Fatal(err)
	}
	disk := t.TempDir()
	for _, to := range []struct{ name, reason string }{{"full", "no space left on device"}, {"read-only", "read-only file system"}} {
		for _, args := range writing {
			flag := args[len(args)-2]
			if args[len(args)-1] == "--force" {
				flag = "new"
			}
			name := "old" + map[string]string{"-w": ".bt", "-o": ".svg", "--plot": ".svg", "new": ".yaml"}[flag]
			file := filepath.Join(disk, name)
			t.Run(to.name+" "+strings.Join(args, " "), func(t *testing.T) {
				if err := syscall.Mount("none", disk, "tmpfs", 0, "size=64k"); err != nil {
					t.Skipf("no disk to fill: %v", err)
				}
				defer syscall.Unmount(disk, 0)
				if err := os.WriteFile(file, old, 0o666); err != nil {
					t.Fatal(err)
				}
				if to.name == "full" {
					fill(t, filepath.Join(disk, "rest"))
				} else if err := syscall.Mount("none", disk, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
					t.Fatal(err)
				}
				mine := append([]string{}, args...)
				for i := range mine {
					mine[i] = strings.ReplaceAll(mine[i], "%s", file)
				}
				// the file is named as it was given, and the flag where it has one
				named := map[string]string{"new": "", "-w": "", "-o": "--output: write ", "--plot": "--plot: write "}
				prefix, ok := named[flag]
				if !ok {
					prefix = flag + " "
				}
				if to.name == "read-only" {
					prefix = strings.Replace(prefix, "write", "open", 1)
				}
				wantLost(t, program, io.Discard, prefix+file+": "+to.reason, mine)
				if got, err := os.ReadFile(file); flag != "--record" && (err != nil || !bytes.Equal(got, old)) {
					t.Errorf("the file of before has %d bytes (%v), wanted its %d", len(got), err, len(old))
				}
				left, err := os.ReadDir(disk)
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range left {
					if f.Name() != name && f.Name() != "rest" {
						t.Errorf("%s is left", f.Name())
					}
				}
			})
		}
	}
}

// fill fills a disk.
func fill(t *testing.T, file string) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
}
