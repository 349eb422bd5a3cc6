package btcpp

import (
	"path"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// library has the trees of a file and of all that it includes, by ID.
type library struct {
	reg    *host.Registry
	files  *sourcefile.Files
	list   *syntax.List
	limits markup.Limits
	most   int // files
	known  map[string]*kind
	words  []string // the names of known, for hints
	trees  map[string]*treeText
	models map[string]*subTreeModel
	// declared has the nodes that a TreeNodesModel describes, by name
	declared map[string]*markup.Element
	standIn  standin.Leniency
	standIns map[*markup.Element]*kind
	told     map[string]*kind // the first of each name
	first    []string         // IDs of the trees of the first file, as they stand there
	count    int              // files
	done     []markup.Done    // of each file
	open     []string         // that are being read, one within the other
}

// treeText is a BehaviorTree as it stands in a file.
type treeText struct {
	id   string
	el   *markup.Element
	root *markup.Element // its one child
}

// subTreeModel is a SubTree in a TreeNodesModel: the ports that a use of the tree has.
type subTreeModel struct{ ports []modelPort }

type modelPort struct {
	name   string
	preset *string
	at     syntax.Span
}

func newLibrary(reg *host.Registry, files *sourcefile.Files, l *syntax.List) *library {
	limits := *host.LimitsOf(reg)
	lib := &library{
		reg: reg, files: files, list: l, limits: markup.LimitsOf(limits), most: maxFiles.In(limits), standIn: standin.Allowed(reg),
		known: map[string]*kind{}, trees: map[string]*treeText{}, models: map[string]*subTreeModel{}, declared: map[string]*markup.Element{},
		standIns: map[*markup.Element]*kind{}, told: map[string]*kind{},
	}
	lib.gather()
	return lib
}

// read reads the first file, and returns the tree that is to run, by the name that the host gives
// or the file; nil where anything is wrong.
func (lib *library) read(file string, src []byte, wanted string) *treeText {
	before := len(lib.list.Errors)
	root := lib.file(file, src)
	if root == nil {
		return nil
	}
	main := root.Attr("main_tree_to_execute")
	at := root.Span
	switch {
	case wanted != "":
	case main != nil:
		wanted, at = main.Value, main.ValueSpan
	case len(lib.first) == 1:
		wanted = lib.first[0]
	case len(lib.trees) == 1:
		for id := range lib.trees {
			wanted = id
		}
	case len(lib.trees) == 0 && len(lib.list.Errors) > before:
		return nil
	case len(lib.trees) == 0:
		lib.list.Errorf(at, "found no <BehaviorTree> in <root>, wanted one")
		return nil
	case lib.standIn != standin.Nothing && len(lib.first) > 0:
		wanted = lib.first[0]
		lib.list.Noticef(at, "found %d trees and no main_tree_to_execute: %s was looked at as if it were that", len(lib.trees), wanted)
	default:
		lib.list.Errorf(at, "found %d trees and no main_tree_to_execute, wanted the ID of one of %s", len(lib.trees), markup.Or(lib.ids()))
		return nil
	}
	t := lib.trees[wanted]
	if t == nil && len(lib.list.Errors) == before {
		lib.list.Errorf(at, "main_tree_to_execute %q is no tree, wanted %s", wanted, markup.Or(lib.ids())).Suggest(wanted, lib.ids())
	}
	return t
}

func (lib *library) ids() []string {
	ids := make([]string, 0, len(lib.trees))
	for id := range lib.trees {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// file reads a file: what it includes first, then its models, then its trees, of which one with a
// known ID takes the place of the earlier one. XMLParser::loadDocImpl.
func (lib *library) file(name string, src []byte) *markup.Element {
	lib.count++
	root, done := markup.LenientXML(name, src, lib.limits, lib.list)
	lib.done = append(lib.done, done)
	if root == nil {
		return nil
	}
	if root.Name != "root" {
		e := root.Misnamed(lib.list.Errorf(root.Span, "root element <%s>, wanted <root>", root.Name))
		if strings.EqualFold(root.Name, "root") {
			e.Hint = "upper and lower case differ"
		}
		return nil
	}
	isFirst := len(lib.open) == 0
	lib.open = append(lib.open, path.Clean(name))
	defer func() { lib.open = lib.open[:len(lib.open)-1] }()
	lib.checkFormat(root)
	for _, e := range root.Children {
		if e.Name == "include" {
			lib.include(e)
		}
	}
	lib.readModels(root)
	for _, e := range root.Children {
		if e.Name != "BehaviorTree" {
			continue
		}
		t := lib.tree(root, e)
		if t == nil {
			continue
		}
		if was := lib.trees[t.id]; was != nil && was.el.Span.Start.File == name {
			lib.list.Noticef(e.Span, "a second tree %q in one file, which takes the place of the first", t.id).
				Notes = []syntax.Note{{Pos: was.el.Span.Start, Msg: "the first is here"}}
		}
		lib.trees[t.id] = t
		if isFirst && !slices.Contains(lib.first, t.id) {
			lib.first = append(lib.first, t.id)
		}
	}
	return root
}

// finish is called when all errors of the files have been told.
func (lib *library) finish() {
	for _, done := range slices.Backward(lib.done) {
		done()
	}
}

// checkFormat gives a notice where the version is not said to be 4.
func (lib *library) checkFormat(root *markup.Element) {
	switch format := root.Attr("BTCPP_format"); {
	case format == nil:
		lib.list.Noticef(root.Span, "<root> without BTCPP_format").Hint = `files of version 4 say BTCPP_format="4"`
	case format.Value != "4":
		lib.list.Noticef(format.ValueSpan, "BTCPP_format %q is read as version 4", format.Value)
	}
}

// include reads another file, which is looked for beside the one that includes it.
func (lib *library) include(e *markup.Element) {
	ros := e.Attr("ros_pkg")
	switch {
	case ros != nil && lib.standIn == standin.All:
		lib.list.Noticef(ros.NameSpan, "found ros_pkg, and there are no packages of ROS here: the file is not included")
		return
	case ros != nil:
		lib.list.Errorf(ros.NameSpan, "found ros_pkg, and there are no packages of ROS here, wanted the path of a file alone")
		return
	}
	ref := e.Attr("path")
	if ref == nil {
		lib.list.Errorf(e.Span, "<include> without path, wanted the path of a file")
		return
	}
	at := ref.ValueSpan
	name, err := lib.files.Find(at.Start, ref.Value)
	if err != nil && lib.standIn == standin.All {
		lib.list.Noticef(at, "the file is not included: %s", err.Msg).Places = 1
		return
	}
	if err != nil {
		lib.list.Add(err)
		return
	}
	switch {
	case slices.Contains(lib.open, path.Clean(name)):
		lib.list.Errorf(at, "%s includes itself: %s", name, strings.Join(append(slices.Clone(lib.open), name), " includes "))
		return
	case lib.count >= lib.most:
		lib.list.Errorf(at, "more than %d files include each other", lib.most)
		return
	}
	src, err := lib.files.Read(at.Start, name)
	if err != nil {
		lib.list.Add(err)
		return
	}
	before := len(lib.list.Errors)
	lib.file(name, src)
	for _, e := range lib.list.Errors[before:] {
		e.Notes = append(e.Notes, syntax.Note{Pos: at.Start, Msg: "the file is included here"})
	}
}

// readModels reads the SubTrees of a TreeNodesModel, and notes what it says of other nodes.
func (lib *library) readModels(root *markup.Element) {
	var model *markup.Element
	for _, e := range root.Children {
		if e.Name != "TreeNodesModel" {
			continue
		}
		if model != nil {
			lib.list.Errorf(e.Span, "a second <TreeNodesModel>, wanted one")
			continue
		}
		model = e
	}
	if model == nil {
		return
	}
	for _, e := range root.Children {
		if (e.Name == subTree || slices.Contains(kindWords, e.Name)) && e.Attr("ID") == nil {
			lib.list.Errorf(e.Span, "<%s> without ID beside a <TreeNodesModel>, wanted one", e.Name)
		}
	}
	for _, e := range model.Children {
		id := e.Attr("ID")
		switch {
		case e.Name == subTree && id == nil:
			lib.list.Errorf(e.Span, "a model of a <SubTree> without ID, wanted the ID of a tree")
		case e.Name == subTree:
			lib.models[id.Value] = lib.model(e)
		case id != nil:
			lib.declared[id.Value] = e
		}
	}
}

// model reads the ports of a SubTree.
func (lib *library) model(e *markup.Element) *subTreeModel {
	m := &subTreeModel{}
	for _, p := range e.Children {
		if p.Name != "input_port" && p.Name != "output_port" && p.Name != "inout_port" {
			continue
		}
		name := p.Attr("name")
		if name == nil {
			lib.list.Errorf(p.Span, "<%s> without name, wanted the name of a port", p.Name)
			continue
		}
		if why := notPort(name.Value); why != "" {
			lib.list.Errorf(name.ValueSpan, "%q is no name of a port: %s", name.Value, why)
			continue
		}
		port := modelPort{name: name.Value, at: p.Span}
		if d := p.Attr("default"); d != nil {
			port.preset = &d.Value
		}
		m.ports = append(m.ports, port)
	}
	return m
}

// reserved are attributes that every node has; they are no ports.
var reserved = []string{"name", "ID", "_autoremap", "_failureIf", "_successIf", "_skipIf", "_while", "_onHalted", "_onFailure", "_onSuccess", "_post"}

// forbidden may not stand in names of ports and IDs of trees. The original, basic_types.h.
const forbidden = " \t\r\n<>&\"'/\\:*?|."

// notPort says why a text is no name of a port in a model; empty where it is one.
func notPort(name string) string {
	switch {
	case name == "":
		return "it is empty"
	case name[0] >= '0' && name[0] <= '9':
		return "it begins with a digit"
	case slices.Contains(reserved, name):
		return "all nodes have an attribute of that name"
	case strings.ContainsAny(name, forbidden) || strings.ContainsFunc(name, isControl):
		return "it has a character that names have not"
	}
	return ""
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

// isPortName reports whether an attribute is taken for a port; all others that are not reserved are
// ignored. IsAllowedPortName of the original.
func isPortName(name string) bool {
	return name[0]|0x20 >= 'a' && name[0]|0x20 <= 'z' && !strings.ContainsAny(name, forbidden) && !slices.Contains(reserved, name)
}
