package command

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// stripsOf returns the processes of the strips that a run has started.
func stripsOf(t *testing.T, run int) (pids []int) {
	t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range all {
		b, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended meanwhile
		}
		_, after, _ := bytes.Cut(b, []byte(") "))
		fields := strings.Fields(string(after))
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		if err == nil && len(fields) > 1 && fields[1] == strconv.Itoa(run) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// A strip that is killed ends the run, which says which one and from where the game goes on;
// what goes on from there, in one process or in strips, is the game that nobody killed. No
// process is left.
func TestAStripOfARunIsKilled(t *testing.T) {
	program, dir := itself(t), t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	var errs bytes.Buffer
	run := exec.Command(program, "run", "crowd", "--bots", "900", "--ticks", "100000000", "--json", "--strips", "3", "--workers", "1", "--save", in("c.save"), "--save-every", "500ms")
	run.Stderr = &errs
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	first := whenSaved(t, in("c.save"), nil)
	whenSaved(t, in("c.save"), first)
	strips := stripsOf(t, run.Process.Pid)
	if len(strips) != 3 {
		t.Fatalf("the run has the processes %v, wanted 3", strips)
	}
	if err := syscall.Kill(strips[1], syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if err := run.Wait(); err == nil || run.ProcessState.ExitCode() != exitFault {
		t.Errorf("the run ended with %v", err)
	}
	said := errs.String()
	for _, want := range []string{" of 3 (bodies between x ", " m) ended: signal: killed\n", in("c.save") + " has the game at tick ", ": thicket run --restore " + in("c.save") + " goes on\n"} {
		if !strings.Contains(said, want) {
			t.Errorf("the run says %q, wanted %q in it", said, want)
		}
	}
	for _, pid := range strips {
		if isStrip(pid) {
			t.Errorf("process %d is left", pid)
		}
	}
	_, after, _ := strings.Cut(said, " has the game at tick ")
	tick, err := strconv.Atoi(strings.SplitN(after, ":", 2)[0])
	if err != nil || tick%30 != 0 {
		t.Fatalf("the save is of tick %d: %v", tick, err)
	}
	for _, line := range [][]string{
		{"run", "crowd", "--bots", "900", "--json", "--ticks", strconv.Itoa(tick + 40), "--save", in("whole.save")},
		{"run", "--restore", in("c.save"), "--json", "--ticks", "40", "--save", in("one.save")},
		{"run", "--restore", in("c.save"), "--json", "--ticks", "40", "--strips", "2", "--save", in("two.save")},
	} {
		if out, err := exec.Command(program, line...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	for _, name := range []string{"one.save", "two.save"} {
		if !bytes.Equal(read(t, in(name)), read(t, in("whole.save"))) {
			t.Errorf("%s is another game", name)
		}
	}
}

// A run that is killed takes its strips with it.
func TestARunInStripsIsKilled(t *testing.T) {
	program, dir := itself(t), t.TempDir()
	file := filepath.Join(dir, "c.save")
	run := exec.Command(program, "run", "crowd", "--bots", "900", "--ticks", "100000000", "--json", "--strips", "2", "--workers", "1", "--save", file)
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	whenSaved(t, file, nil)
	strips := stripsOf(t, run.Process.Pid)
	if err := run.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = run.Wait() // it was killed
	for _, pid := range strips {
		for wait := 0; isStrip(pid); wait++ {
			if wait == 3000 {
				t.Fatalf("process %d is left", pid)
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	if len(strips) != 2 {
		t.Errorf("the run had the processes %v, wanted 2", strips)
	}
}

// isStrip reports whether a process goes on, and is that of a strip.
func isStrip(pid int) bool {
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	return err == nil && bytes.HasSuffix(line, []byte("\x00strip\x00"))
}
