package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/thicket-sim/thicket/behavior"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/scenes"
	"github.com/thicket-sim/thicket/systems"
	"github.com/thicket-sim/thicket/systems/arena"
)

func newCheckCommand() *cobra.Command {
	var o checkOptions
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check FILE...",
		Short: "Check scenes and behaviour trees",
		Long: `Check loads scenes, rulesets and behaviour trees of any dialect and prints
everything that is wrong with them as FILE:LINE:COL: MESSAGE. All files are
checked, also when one of them fails. A tree that is a script is started and
played for 100 ticks by a bot in an empty arena.

A YAML or JSON file is a scene when it has bots and a tree when it has a kind;
a file of another extension, such as *.bt, is a tree of its dialect.
Notices tell what is odd but no error.

Exit status: 0 when there is no error, otherwise 1.`,
		Example: `  thicket check game.yaml
  thicket check --root game game/bots/*.yaml
  thicket check --json game.yaml | jq '.files[].errors[].message'`,
		Args:              someArgs("files of scenes or trees"),
		ValidArgsFunction: complete(scenesAndTrees),
		RunE: func(cmd *cobra.Command, args []string) error {
			report := checkReport{Files: []checkedFile{}}
			bad := 0
			for _, name := range args {
				f := checkFile(name, o)
				if !f.OK {
					bad++
				}
				report.Files = append(report.Files, f)
			}
			write := report.writeText
			if asJSON {
				write = report.writeJSON
			}
			if err := write(cmd.OutOrStdout()); err != nil {
				return err
			}
			if bad > 0 {
				return fmt.Errorf("%d of %s with errors", bad, counted(len(args), "file"))
			}
			return nil
		},
	}
	o.addFlags(cmd.Flags())
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// checkOptions are the flags of the commands that load scenes and trees.
type checkOptions struct {
	root    string
	lenient bool
}

func (o *checkOptions) addFlags(fs *pflag.FlagSet) {
	fs.StringVar(&o.root, "root", "", "folder that a leading / means and that file references stay in")
	fs.BoolVar(&o.lenient, "lenient", false, "let stubs stand in for what a script wants and the game does not offer")
}

// checkReport is what `check --json` prints.
type checkReport struct {
	Files []checkedFile `json:"files"`
}

// checkedFile is a scene or a tree and what was found in it.
type checkedFile struct {
	File    string    `json:"file"` // as it was named
	OK      bool      `json:"ok"`
	Errors  []finding `json:"errors"`
	Notices []finding `json:"notices"`

	scene *scenes.Scene // or tree, where there is no error
	tree  *run.Program
}

// finding is an error or a notice with its position. One that is about a whole file
// stands at 1:1.
type finding struct {
	place
	Message string `json:"message"`
	Notes   []note `json:"notes,omitempty"` // other places that explain it
}

type note struct {
	place
	Message string `json:"message"`
}

type place struct {
	File string `json:"file"`
	Line int32  `json:"line"`
	Col  int32  `json:"col"`
}

func (p place) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

// checkFile loads a scene or a tree: a shipped scene by name, any other file by
// path.
func checkFile(name string, o checkOptions) checkedFile {
	f := checkedFile{File: name, Errors: []finding{}, Notices: []finding{}}
	var l syntax.List
	l.Add(f.load(o, &l))
	if err, ok := l.Err().(syntax.ErrorList); ok {
		f.Errors = findings(name, err)
	}
	f.Notices = findings(name, l.SortedNotices())
	f.OK = len(f.Errors) == 0
	return f
}

func (f *checkedFile) load(o checkOptions, l *syntax.List) (err error) {
	if _, _, shipped := scenes.Source(f.File); shipped {
		f.scene, err = scenes.Load(f.File, scenes.Options{})
		return err
	}
	src, err := syntax.ReadFile(f.File, syntax.DefaultLimits)
	if err != nil {
		if path.Ext(f.File) == "" { // perhaps meant as the name of a shipped scene
			_, err = scenes.Load(f.File, scenes.Options{})
		}
		return err
	}
	isScene, err := tellScene(f.File, src)
	if err != nil {
		return err
	}
	if isScene {
		if f.scene, err = scenes.Parse(f.File, src, scenes.Options{Root: o.root, Lenient: o.lenient}); err == nil {
			l.Notices = f.scene.Notices
		}
		return err
	}
	trees := behavior.NewLoader(arena.NewRegistry(), syntax.DiskFiles(f.File, o.root))
	trees.Lenient = o.lenient
	f.tree, err = trees.LoadSource(f.File, src)
	l.Notices = trees.Notices
	if ticks := behavior.Trial(f.File); err == nil && ticks > 0 {
		return f.try(o, ticks, l)
	}
	return err
}

// try plays a tree for some ticks. A failure in one of them is an error of the file.
func (f *checkedFile) try(o checkOptions, ticks int, l *syntax.List) error {
	scene, err := scenes.ForTree(f.File, 1, scenes.Options{Root: o.root, Lenient: o.lenient})
	if err != nil {
		return err
	}
	g, err := systems.New(&scene.Setup)
	if err != nil {
		return err
	}
	defer g.Close()
	for range ticks {
		g.Step()
	}
	faults, _ := g.Faults()
	told := map[string]bool{}
	for _, fault := range faults {
		key := fault.Pos // a node that fails does so in every tick
		if fault.Note {
			key += fault.Text
		}
		if told[key] {
			continue
		}
		told[key] = true
		at := syntax.ParsePos(fault.Pos)
		if fault.Note {
			l.Noticef(at, "%s", fault.Text)
		} else {
			l.Add(&syntax.Error{Pos: at, Msg: fmt.Sprintf("tick %d: %s", fault.Tick, fault.Text)})
		}
	}
	return nil
}

// tellScene reports whether a file is a scene; otherwise it is a tree.
func tellScene(file string, src []byte) (bool, error) {
	if !slices.Contains([]string{".yaml", ".yml", ".json"}, strings.ToLower(path.Ext(file))) {
		return false, nil
	}
	doc, err := syntax.Parse(file, src, syntax.DefaultLimits)
	switch {
	case err != nil:
		return false, err
	case doc.Get("bots") != nil:
		return true, nil
	case doc.Get("kind") != nil:
		return false, nil
	}
	fault := &syntax.Error{Pos: doc.Span.Start, Msg: "wanted a scene, which has bots, or a tree, which has a kind"}
	if doc.Kind != syntax.Map {
		fault.Msg += fmt.Sprintf("; found %v", doc.Kind)
	}
	for _, e := range doc.Entries {
		if fault.Suggest(e.Key, []string{"bots", "kind"}); fault.Hint != "" {
			fault.Pos = e.KeySpan.Start
			break
		}
	}
	return false, fault
}

func findings(file string, list syntax.ErrorList) []finding {
	found := []finding{}
	for _, e := range list {
		f := finding{place: placeOf(file, e.Pos), Message: e.Msg}
		if e.Hint != "" {
			f.Message += "; " + e.Hint
		}
		for _, n := range e.Notes {
			f.Notes = append(f.Notes, note{placeOf(file, n.Pos), n.Msg})
		}
		found = append(found, f)
	}
	return found
}

func placeOf(file string, p syntax.Pos) place {
	return place{cmp.Or(p.File, file), max(p.Line, 1), max(p.Col, 1)}
}

func (r checkReport) writeJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(r)
}

func (r checkReport) writeText(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, f := range r.Files {
		writeFindings(b, "", f.Errors)
		writeFindings(b, "notice: ", f.Notices)
		if f.OK {
			fmt.Fprintf(b, "%s: ok, %s\n", f.File, f.summary())
		}
	}
	return b.Flush()
}

func writeFindings(w io.Writer, prefix string, list []finding) {
	for _, f := range list {
		fmt.Fprintf(w, "%v: %s%s\n", f.place, prefix, f.Message)
		for _, n := range f.Notes {
			fmt.Fprintf(w, "\t%v: %s\n", n.place, n.Message)
		}
	}
}

// summary describes the contents of a file without errors.
func (f *checkedFile) summary() string {
	if f.tree != nil {
		return "a tree of " + counted(len(f.tree.Tree.Nodes)-1, "node")
	}
	s := &f.scene.Setup
	return fmt.Sprintf("%s, %s, %s",
		counted(len(s.Classes), "class"), counted(f.scene.Bots(), "bot"), counted(len(s.Rules), "rule"))
}

func counted(n int, what string) string {
	switch {
	case n == 1:
		return "1 " + what
	case what == "class":
		return fmt.Sprintf("%d classes", n)
	}
	return fmt.Sprintf("%d %ss", n, what)
}
