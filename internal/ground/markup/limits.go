package markup

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// Limits bounds what a source file may cost. A field that is zero stands for
// the one of [DefaultLimits].
type Limits struct {
	Bytes   int64 // size of the file
	Depth   int   // lists and maps within each other
	Nodes   int   // values written in the file
	Aliases int   // values that stand in the tree because of YAML aliases
}

// DefaultLimits are generous for files that people write, and harmless for a
// program that reads files of strangers.
var DefaultLimits = Limits{Bytes: 16 << 20, Depth: 1000, Nodes: 300_000, Aliases: 100_000}

func init() {
	limit.Of(&DefaultLimits.Bytes, 1<<40, "file.bytes", "bytes", "any file of a scene, a tree, settings or commands", limit.Refused)
	limit.Of(&DefaultLimits.Depth, 10_000, "file.depth", "levels", "lists and maps within each other in YAML and JSON, elements in XML", limit.Refused)
	limit.Of(&DefaultLimits.Nodes, 1<<30, "file.values", "values", "values written in one file", limit.Refused)
	limit.Of(&DefaultLimits.Aliases, 1<<30, "file.aliases", "values", "values that stand in a file because of YAML aliases", limit.Refused)
	limit.Of(&maxAttrs, 10_000, "file.attributes", "attributes", "attributes of one element of XML", limit.Refused)
}

func (lim Limits) orDefault() Limits {
	if lim.Bytes == 0 {
		lim.Bytes = DefaultLimits.Bytes
	}
	if lim.Depth == 0 {
		lim.Depth = DefaultLimits.Depth
	}
	if lim.Nodes == 0 {
		lim.Nodes = DefaultLimits.Nodes
	}
	if lim.Aliases == 0 {
		lim.Aliases = DefaultLimits.Aliases
	}
	return lim
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

// unreadable is an error of the operating system, without the path that the
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
