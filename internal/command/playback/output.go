package playback

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/thicket-sim/thicket/internal/ground/wholefile"
)

// Output is something that a run can write to a file.
type Output struct {
	Flag  string // of the command line, without dashes
	Ext   string // of its files, without the dot
	Usage string // of the flag, with the name of its value in backquotes
	open  func(*File, *Run) Observer
}

// Outputs lists all of them. Summaries and errors keep this order.
var Outputs = []Output{
	{"dump", "jsonl", "write every tick to `FILE` (JSON Lines)", newDump},
	{"gif", filmExt, "draw the run as `FILE`", newMovie},
	{"png", "png", "draw the last moment as `FILE`", newStill},
	{"faults", "jsonl", "write every fault and note to `FILE` (JSON Lines)", newFaultLog},
	{"log", "jsonl", "write the log messages of trees to `FILE` (JSON Lines)", newTreeLog},
	{"save", "save", "save the game at the end as `FILE`, for --restore", newSaver},
	{"digests", "txt", "write the digest of every tick to `FILE`, a line each", newDigestLog},
	{"record", "rec", "record the run as `FILE`, for thicket replay", newRecorder},
	{"cover", "html", "write which nodes of trees were asked to `FILE` (.html, .info, .json; else text)", newCoverer},
}

// filmExt is the extension of films.
const filmExt = "gif"

// Stdout is the path that means standard output.
const Stdout = "-"

// Paths has the path of each of [Outputs], which is empty where the run does not write
// that output.
type Paths []string

// NewPaths makes paths with which a run writes nothing.
func NewPaths() Paths { return make(Paths, len(Outputs)) }

// ToStdout lists the flags of outputs that go to standard output: "--dump -".
func (p Paths) ToStdout() []string {
	var flags []string
	for i, o := range Outputs {
		if p[i] == Stdout {
			flags = append(flags, "--"+o.Flag+" "+Stdout)
		}
	}
	return flags
}

// Films reports whether one of the files is a film, whose pace follows from the length of
// the run.
func (p Paths) Films() bool {
	for i, o := range Outputs {
		if p[i] != "" && o.Ext == filmExt {
			return true
		}
	}
	return false
}

// Input is a file that a run reads, with its name for errors.
type Input struct {
	What, Path string
	// Turns is the flag of the output that may take its place: it is read to its end before
	// that one is written, which stays as it is until the new one is whole. Empty for none.
	Turns string
}

// Apart refuses to write over a file that the run reads, or over another one that
// it writes.
func (p Paths) Apart(read ...Input) error {
	files := read
	for i, o := range Outputs {
		written := Input{What: "--" + o.Flag, Path: p[i]}
		for _, other := range files {
			if other.Turns != o.Flag && written.Path != Stdout && sameFile(written.Path, other.Path) {
				return fmt.Errorf("%s and %s are both %s, wanted two files", other.What, written.What, written.Path)
			}
		}
		files = append(files, written)
	}
	return nil
}

// sameFile reports whether two paths, which may be empty, lead to one regular
// file, there already or not.
func sameFile(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	one, err := os.Stat(a)
	if err != nil {
		return filepath.Clean(a) == filepath.Clean(b)
	}
	two, err := os.Stat(b)
	return err == nil && one.Mode().IsRegular() && os.SameFile(one, two)
}

// Write creates the files of a run and adds the observers that write them. When a file
// cannot be created, it closes the others and adds none.
func (r *Run) Write(p Paths, stdout io.Writer) error {
	files := make([]*File, len(Outputs))
	for i := range Outputs {
		if p[i] == "" {
			continue
		}
		f, err := Create(p[i], stdout)
		if err != nil {
			for _, made := range files[:i] {
				if made != nil {
					made.abort()
				}
			}
			return lost(Outputs[i].Flag, p[i], err)
		}
		files[i] = f
	}
	for i, f := range files {
		if f != nil {
			r.Observers = append(r.Observers, &writing{Outputs[i].open(f, r), Outputs[i].Flag, f.path})
		}
	}
	r.watchCover(p)
	return nil
}

// writing is an observer that writes a file. Its errors name the flag and the file.
type writing struct {
	Observer
	flag, path string
}

func (w *writing) Before(r *Run) error { return lost(w.flag, w.path, w.Observer.Before(r)) }

func (w *writing) After(r *Run) error { return lost(w.flag, w.path, w.Observer.After(r)) }

func (w *writing) Close(r *Run) (Written, error) {
	done, err := w.Observer.Close(r)
	return done, lost(w.flag, w.path, err)
}

// lost says why there is no output, or nil. The system's name of the file goes: the user has
// given another.
func lost(flag, path string, err error) error {
	if err == nil {
		return nil
	}
	if of, ok := err.(*fs.PathError); ok {
		err = of.Err
	}
	return fmt.Errorf("--%s %s: %w", flag, path, err)
}

// Written is a file that a run has written.
type Written struct {
	Path  string
	What  string // it holds: "31 frames"
	Bytes int64
}

// File is a file that is written, or standard output. It has its name when it is whole.
type File struct {
	*bufio.Writer
	path  string
	bytes int64
	file  *wholefile.File // nil: standard output
}

// Create makes a file; for [Stdout] it is stdout.
func Create(path string, stdout io.Writer) (*File, error) {
	f := &File{path: path}
	to := stdout
	if path != Stdout {
		file, err := wholefile.Create(path)
		if err != nil {
			return nil, err
		}
		f.file, to = file, file
	}
	f.Writer = bufio.NewWriterSize(&counter{to, &f.bytes}, 1<<18)
	return f, nil
}

// place gives the file its name before it is whole, see [wholefile.File.Place].
func (f *File) place() error {
	if f.file == nil {
		return nil
	}
	return f.file.Place()
}

// abort forgets what was written.
func (f *File) abort() {
	if f.file != nil {
		f.file.Abort()
	}
}

// Finish flushes and closes the file, and returns what was written: what describes its
// contents. An err that is not nil is why they are not complete, and is returned: then
// there is no file, or the one of before.
func (f *File) Finish(what string, err error) (Written, error) {
	if e := f.Flush(); err == nil {
		err = e
	}
	if err != nil || f.file == nil {
		f.abort()
		return Written{}, err
	}
	if err := f.file.Commit(); err != nil {
		return Written{}, err
	}
	return Written{f.path, what, f.bytes}, nil
}

// counter counts the bytes that go to a writer.
type counter struct {
	io.Writer
	n *int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	*c.n += int64(n)
	return n, err
}
