package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	container "github.com/thicket-sim/thicket/internal/ground/sections"
	"github.com/thicket-sim/thicket/internal/ground/state"
)

// addressSpace limits the address space of a process in these tests, in kB: Go reserves much of
// that and does not use it.
const addressSpace = 2_500_000

// mostMemory limits what it may use.
const mostMemory = 500 << 20

// confined runs the program in a process of its own whose memory is bounded, and wants it to
// refuse what it is given, with a reason.
func confined(t *testing.T, program, reason string, args ...string) {
	t.Helper()
	run := exec.Command("sh", append([]string{"-c", fmt.Sprintf(`ulimit -v %d; exec "$0" "$@"`, addressSpace), program}, args...)...)
	run.Env = append(os.Environ(), "GOGC=100") // as for most people, whatever the tests have
	var errs bytes.Buffer
	run.Stderr = &errs
	err := run.Run()
	var failed *exec.ExitError
	want := exitFault
	if args[0] == "replay" || args[0] == "diff" {
		want = exitTrouble
	}
	if !errors.As(err, &failed) || failed.ExitCode() != want || !strings.Contains(errs.String(), reason) || strings.Contains(errs.String(), "goroutine ") {
		t.Errorf("%s: %v, wanted exit code %d and the reason %q\n%.2000s", strings.Join(args, " "), err, want, reason, errs.String())
		return
	}
	if used, ok := failed.SysUsage().(*syscall.Rusage); ok && used.Maxrss<<10 > mostMemory {
		t.Errorf("%s: it used %d MB, wanted %d at most", strings.Join(args, " "), used.Maxrss>>10, mostMemory>>20)
	}
}

// part is a section of a file, of which the last byte is repeated so many times.
type part struct {
	name   string
	data   []byte
	repeat int
}

// sectionsOf returns the sections of a file, up to a name or to its end.
func sectionsOf(t *testing.T, file string, f container.Format, upTo string) (all []part) {
	t.Helper()
	r, err := container.NewReader(bytes.NewReader(read(t, file)), f, container.Limits{})
	for err == nil {
		var p part
		if p.name, err = r.Next(); err != nil || p.name == upTo {
			break
		}
		p.data, err = r.All()
		all = append(all, p)
	}
	if err != nil && err != io.EOF {
		t.Fatal(err)
	}
	return all
}

func writeSections(t *testing.T, file string, f container.Format, all ...part) {
	t.Helper()
	out, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	w, err := container.NewWriter(out, f)
	for _, p := range all {
		if err == nil {
			err = w.Begin(p.name)
		}
		if err == nil {
			_, err = w.Write(p.data)
		}
		same := bytes.Repeat(p.data[len(p.data)-1:], 1<<20)
		for n := p.repeat; n > 0 && err == nil; n -= len(same) {
			_, err = w.Write(same[:min(n, len(same))])
		}
		if err == nil {
			err = w.End()
		}
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// claim returns the beginning of a section that claims a text or a list of so many bytes or
// elements.
func claim(n uint64) []byte {
	var e state.Encoder
	e.Uvarint(n)
	b, _ := e.Bytes() // a number can be written
	return b
}

// TestHugeClaims reads saves and recordings that say they have far more than there is, that
// unpack to far more than they are, and that are damaged, in a process with little memory.
func TestHugeClaims(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: processes with little memory")
	}
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	program := itself(t)
	t.Chdir(t.TempDir())
	if code, _, errs := thicket(t, "run", "siege", "--ticks", "30", "--json", "--save", "good.save", "--record", "good.rec"); code != exitDone {
		t.Fatal(errs)
	}
	save := container.Format{Kind: "save", Title: "save", Oldest: 3, Newest: 3}
	record := container.Format{Kind: "record", Title: "recording", Oldest: 4, Newest: 4}
	const gigabyte = 1 << 30
	head := sectionsOf(t, "good.save", save, "scene")
	scene := sectionsOf(t, "good.save", save, "roster")
	about := sectionsOf(t, "good.rec", record, "scene")
	began := sectionsOf(t, "good.rec", record, "chunk")
	zeros := func(name string) part { return part{name, []byte{0}, gigabyte} }

	writeSections(t, "head.save", save, zeros("head"))
	writeSections(t, "scene.save", save, append(head, zeros("scene"))...)
	writeSections(t, "pool.save", save, append(scene, zeros("pool.0"))...)
	writeSections(t, "foreign.save", save, append(sectionsOf(t, "good.save", save, "end"), zeros("more"))...)
	roster := sectionsOf(t, "good.save", save, "bodies")
	typ := roster[len(roster)-1].data[:8]
	writeSections(t, "text.save", save, head[0], part{"scene", claim(1 << 40), 100}, scene[2])
	writeSections(t, "list.save", save, append(scene, part{"roster", append(typ, claim(1<<40)...), 100})...)
	for _, name := range []string{"head", "scene", "pool", "foreign"} {
		confined(t, program, "save.ratio", "run", "--restore", name+".save", "--ticks", "1")
	}
	confined(t, program, "save.ratio", "diff", "good.save", "pool.save")
	confined(t, program, `section "scene": damaged at byte`, "run", "--restore", "text.save", "--ticks", "1")
	confined(t, program, "roster: damaged at byte", "run", "--restore", "list.save", "--ticks", "1")

	writeSections(t, "about.rec", record, zeros("about"))
	writeSections(t, "scene.rec", record, append(about, zeros("scene"))...)
	writeSections(t, "chunk.rec", record, append(began, zeros("chunk"))...)
	writeSections(t, "ticks.rec", record, append(began, part{"chunk", append([]byte{1}, make([]byte, 16)...), 0}, part{"chunk", claim(1 << 40), 100})...)
	for _, name := range []string{"about", "scene", "chunk"} {
		confined(t, program, "save.ratio", "replay", name+".rec")
		confined(t, program, "save.ratio", "replay", "--bisect", name+".rec", "good.rec")
	}
	confined(t, program, `section "chunk": damaged`, "replay", "ticks.rec")

	random := rand.New(rand.NewPCG(7, 11))
	for _, good := range []string{"good.save", "good.rec"} {
		whole := read(t, good)
		for range 5 {
			bad := bytes.Clone(whole)
			at := 20 + random.IntN(len(bad)-20)
			for i := range min(4, len(bad)-at) {
				bad[at+i] = 0xff // what may be a length
			}
			bad[at] ^= 1
			if err := os.WriteFile("bad", bad, 0o666); err != nil {
				t.Fatal(err)
			}
			if good == "good.save" {
				confined(t, program, "damaged", "run", "--restore", "bad", "--ticks", "1")
			} else {
				confined(t, program, "damaged", "replay", "bad")
			}
		}
	}
}

// TestLinksInALoop names links that lead to themselves where files are read and written.
func TestLinksInALoop(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Symlink("loop", "loop"); err != nil {
		t.Skip(err)
	}
	for _, args := range [][]string{
		{"run", "--restore", "loop"}, {"run", "tag", "--ticks", "1", "--commands", "loop"},
		{"run", "tag", "--ticks", "1", "--save", "loop"}, {"run", "tag", "--ticks", "1", "--record", "loop"}, {"run", "tag", "--ticks", "1", "--dump", "loop"},
		{"replay", "loop"}, {"diff", "loop", "loop"}, {"check", "loop"}, {"fmt", "-w", "loop"}, {"trace", "loop"},
	} {
		code, out, errs := thicket(t, args...)
		if told := out + errs; code == exitDone || !strings.Contains(told, "loop") || !strings.Contains(told, "too many levels of symbolic links") {
			t.Errorf("%s: exit code %d, %s", strings.Join(args, " "), code, told)
		}
	}
}
