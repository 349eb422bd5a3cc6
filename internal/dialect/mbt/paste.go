package mbt

import (
	"bytes"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// The tags around a fragment: of nodes, and of what stands in the root.
const (
	openTree  = "<" + rootName + ">"
	openRoot  = openTree + "<Root>"
	closeTree = "</" + rootName + ">"
	closeRoot = "</Root>" + closeTree
)

// read reads a file. Where stand-ins are allowed it takes text that was copied from a page, with
// one notice.
func read(file string, src []byte, reg *host.Registry, l *syntax.List) (*markup.Element, markup.Done) {
	lim := fileLimits(*host.LimitsOf(reg))
	if standin.Allowed(reg) == standin.All {
		text, changes := repaired(file, src, lim)
		open, end := around(file, text, lim)
		if open != "" {
			changes = append(changes, "no "+open+" around it")
		}
		if len(changes) > 0 {
			l.Noticef(syntax.Pos{File: file, Line: 1, Col: 1}, "text as from a page: %s; it is read as it was meant", strings.Join(changes, ", ")).
				Hint = "thicket fmt -w --wrap writes it so"
		}
		if open != "" {
			return markup.XMLFrom(file, 0, wrapped(text, open, end), lim, l)
		}
		src = text
	}
	return markup.XML(file, src, lim, l)
}

// repaired returns a file that is no XML as it was meant, with what was changed.
func repaired(file string, src []byte, lim markup.Limits) (text []byte, changes []string) {
	if _, err := markup.ParseXML(file, src, lim); err != nil {
		if text, changes := markup.RepairXML(file, src, lim); len(changes) > 0 {
			return text, changes
		}
	}
	return src, nil
}

// around returns the tags that a fragment of a tree lacks around it; none for a tree, and for
// what is no XML.
func around(file string, text []byte, lim markup.Limits) (open, end string) {
	all, err := markup.ParseXML(file, wrapped(text, openTree, closeTree), lim)
	if err != nil || len(all.Children) == 0 {
		return "", ""
	}
	is := func(names ...string) func(*markup.Element) bool {
		return func(e *markup.Element) bool {
			return slices.ContainsFunc(names, func(name string) bool { return sameName(e.Name, name) })
		}
	}
	first := all.Children[0]
	switch {
	case slices.ContainsFunc(all.Children, is(blocks...)):
		return openTree, closeTree
	case syntax.Closest(first.Name, []string{rootName}) != "" || is(rootName)(first) || slices.ContainsFunc(first.Children, is("Root")):
		return "", ""
	}
	return openRoot, closeRoot
}

// wrapped returns a text between tags, from the line before its own on. A declaration of XML
// becomes blanks.
func wrapped(text []byte, open, end string) []byte {
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	if i := bytes.Index(text, []byte("?>")); i >= 0 && bytes.HasPrefix(text, []byte("<?xml")) {
		text = append(bytes.Repeat([]byte(" "), i+2), text[i+2:]...)
	}
	return slices.Concat([]byte(open+"\n"), text, []byte("\n"+end+"\n"))
}

// Wrap puts a fragment of a tree, which may have been copied from a page, into the elements that it
// lacks around it. A whole tree stays as it is.
func Wrap(file string, src []byte, limits limit.Values) []byte {
	lim := fileLimits(limits)
	text, _ := repaired(file, src, lim)
	if open, end := around(file, text, lim); open != "" {
		return wrapped(text, open, end)
	}
	return text
}
