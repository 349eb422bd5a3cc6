package markup

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// Limits bounds what a source file may cost. A field that is zero stands for its default.
type Limits struct {
	Bytes   int64 // size of the file
	Depth   int   // lists and maps within each other
	Nodes   int   // values written in the file
	Aliases int   // values that stand in the tree because of YAML aliases
	Attrs   int   // attributes of an element: each is compared with those before it
}

// The defaults are generous for files that people write, and harmless for a program that reads
// files of strangers.
var (
	maxBytes   = limit.New("file.bytes", 16<<20, 1<<40, "bytes", "any file of a scene, a tree, settings or commands", limit.Refused)
	maxDepth   = limit.New("file.depth", 1000, 10_000, "levels", "lists and maps within each other in YAML and JSON, elements in XML", limit.Refused)
	maxNodes   = limit.New("file.values", 300_000, 1<<30, "values", "values written in one file", limit.Refused)
	maxAliases = limit.New("file.aliases", 100_000, 1<<30, "values", "values that stand in a file because of YAML aliases", limit.Refused)
	maxAttrs   = limit.New("file.attributes", 250, 10_000, "attributes", "attributes of one element of XML", limit.Refused)
)

// LimitsOf returns the limits of files.
func LimitsOf(v limit.Values) Limits {
	return Limits{Bytes: maxBytes.In64(v), Depth: maxDepth.In(v), Nodes: maxNodes.In(v), Aliases: maxAliases.In(v), Attrs: maxAttrs.In(v)}
}

func (lim Limits) orDefault() Limits {
	usual := LimitsOf(limit.Values{})
	return Limits{
		Bytes: cmp.Or(lim.Bytes, usual.Bytes), Depth: cmp.Or(lim.Depth, usual.Depth), Nodes: cmp.Or(lim.Nodes, usual.Nodes),
		Aliases: cmp.Or(lim.Aliases, usual.Aliases), Attrs: cmp.Or(lim.Attrs, usual.Attrs),
	}
}

func (lim Limits) tooLarge(p syntax.Pos, size string) *syntax.Error {
	return &syntax.Error{Pos: p, Msg: fmt.Sprintf("file of %s, wanted at most %s", size, byteCount(lim.Bytes))}
}

func (lim Limits) tooDeep(p syntax.Pos) *syntax.Error {
	return &syntax.Error{Pos: p, Msg: fmt.Sprintf("lists and maps nested deeper than %d levels", lim.Depth)}
}

func (lim Limits) tooMany(p syntax.Pos) *syntax.Error {
	return &syntax.Error{Pos: p, Msg: fmt.Sprintf("more than %d values in one file", lim.Nodes)}
}

// ReadFile reads a regular file of at most lim.Bytes bytes. Anything else, a
// directory, a device, a pipe, a file past the limit, is refused without being
// opened. Errors are of type [*Error], at 1:1 of path: a fault of the file as a
// whole.
func ReadFile(path string, lim Limits) ([]byte, error) {
	lim = lim.orDefault()
	at := syntax.Pos{File: path, Line: 1, Col: 1}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &syntax.Error{Pos: at, Msg: "no such file"}
	case err != nil:
		return nil, unreadable(at, err)
	case info.IsDir():
		return nil, &syntax.Error{Pos: at, Msg: "found a directory, wanted a file"}
	case !info.Mode().IsRegular():
		return nil, &syntax.Error{Pos: at, Msg: "found a device, pipe or socket, wanted a file"}
	case info.Size() > lim.Bytes:
		return nil, lim.tooLarge(at, byteCount(info.Size()))
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, unreadable(at, err)
	}
	defer f.Close()
	return Read(path, f, lim) // as the size may be wrong: files grow, and those of /proc say 0
}

// Read reads what is left of a stream, at most lim.Bytes bytes. Errors are as
// those of [ReadFile], with name in place of the path.
func Read(name string, r io.Reader, lim Limits) ([]byte, error) {
	lim = lim.orDefault()
	at := syntax.Pos{File: name, Line: 1, Col: 1}
	src, err := io.ReadAll(io.LimitReader(r, lim.Bytes+1))
	if err != nil {
		return nil, unreadable(at, err)
	}
	if int64(len(src)) > lim.Bytes {
		return nil, lim.tooLarge(at, "more than "+byteCount(lim.Bytes))
	}
	return src, nil
}

// unreadable returns an error of the operating system, without the path that the
// position already names.
func unreadable(at syntax.Pos, err error) *syntax.Error {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return &syntax.Error{Pos: at, Msg: "cannot read the file: " + err.Error()}
}

func byteCount(n int64) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.4g MB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.4g kB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%d bytes", n)
}
