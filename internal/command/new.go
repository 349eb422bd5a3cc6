package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/command/check"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/ground/wholefile"
	"github.com/thicket-sim/thicket/internal/insight/treetest"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/trees"
)

// schemaFile and testSchemaFile are the names of the schemas that are written beside a scene, for
// editors: of scenes, and of files of tests.
const (
	schemaFile     = "thicket.schema.json"
	testSchemaFile = "thicket.test.schema.json"
)

func newNewCommand(own *Game) *cobra.Command {
	var force, aSweep, lenient bool
	var alone, tree, root string
	game := gameFlag{own: own}
	c := &cobra.Command{
		Use:   "new SCENE FILE",
		Short: "Write a shipped scene as a file to start from",
		Long: `New writes a shipped scene as a file, YAML or JSON by its extension. Beside it, it writes the
trees that the scene refers to, and the schemas by which editors check and complete scenes and
files of tests. It replaces no file that is there: existing schemas and trees are left alone, and
an existing scene is refused unless --force is given, which replaces its trees, too.

With --for it writes a scene for a tree of any dialect, in which the tree has what it asks for:
foes and players to see, weapons, covers, places, paths, things that lie about, and somebody who
sends the events that it waits for. A comment on each line names the line of the tree that needs
it, except in JSON, which has no comments. The command lists what the scene cannot give.

With --sweep it writes a file for thicket sweep: many runs of a scene, and a question.

With --schema it writes one schema alone, for editors and validators: the JSON schema
of a scene, a test, a sweep or a vocabulary (the file of actions --json, which says
what a game offers to trees), or the XML Schema of the trees of a dialect. With
--vocabulary FILE the schemas of scenes and of dialects have the nodes of that game.`,
		Example: `  thicket new tag my.yaml              a game of tag to change
  thicket new chase chase.json         the same as JSON
  thicket run my.yaml
  thicket new --for grunt.xml grunt.yaml   a scene in which a tree has what it asks for
  thicket new --sweep tag-speed.yaml   many runs of tag that answer a question
  thicket new --schema vocabulary vocabulary.schema.json
  thicket new --schema mbt mbt.xsd     what Modular Behavior Trees can say
  thicket new --schema btcpp game.xsd --vocabulary game.json`,
		Args: func(cmd *cobra.Command, a []string) error {
			if aSweep || alone != "" || tree != "" {
				return args(1, "a file")(cmd, a)
			}
			return args(2, "a shipped scene and a file")(cmd, a)
		},
		ValidArgsFunction: newArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			given := 0
			for _, is := range []bool{aSweep, alone != "", tree != ""} {
				if is {
					given++
				}
			}
			switch {
			case given > 1:
				return usagef("wanted one of --for, --sweep and --schema")
			case tree == "" && (lenient || root != ""):
				return usagef("--lenient and --root are for --for TREE")
			case tree != "":
				of, err := game.playing(cmd)
				if err != nil {
					return err
				}
				o := of.Loading(limitsOf(cmd))
				o.Root, o.Lenient = root, lenient
				schema, err := game.sceneSchema(cmd)
				if err != nil {
					return err
				}
				return newFor(cmd, tree, args[0], o, schema, force)
			case alone != "":
				return game.newSchema(cmd, alone, args[0], force)
			case aSweep:
				return newSweep(cmd.OutOrStdout(), args[0], force)
			}
			schema, err := game.sceneSchema(cmd)
			if err != nil {
				return err
			}
			return newShipped(cmd.OutOrStdout(), args[0], args[1], schema, force)
		},
	}
	c.Flags().BoolVar(&force, "force", false, "replace a file that is there")
	c.Flags().StringVar(&tree, "for", "", "write a scene in which the tree of `TREE` has what it asks for")
	_ = c.MarkFlagFilename("for", extensionsOfTrees()...) // fails for unknown flags only
	addLenient(c.Flags(), &lenient)
	c.Flags().StringVar(&root, "root", "", "the folder that / means in file references of the tree: `DIR`")
	game.add(c)
	c.Flags().StringVar(&alone, "schema", "", "write one schema alone: `KIND` is "+markup.Or(schemaKinds()))
	_ = c.RegisterFlagCompletionFunc("schema", cobra.FixedCompletions(schemaKinds(), cobra.ShellCompDirectiveNoFileComp)) // fails for unknown flags only
	c.Flags().BoolVar(&aSweep, "sweep", false, "write a file for thicket sweep")
	return c
}

// newShipped writes a shipped scene, and beside it its trees and the schemas.
func newShipped(out io.Writer, name, file string, schema []byte, force bool) error {
	text, err := newScene(name, file)
	if err != nil {
		return err
	}
	if err := writeNew(file, text, force); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s: is there already; --force replaces it", file)
		}
		return err
	}
	fmt.Fprintf(out, "wrote %s\n", file)
	if err := writeCompanions(out, name, filepath.Dir(file), force); err != nil {
		return err
	}
	if err := writeSchemas(out, filepath.Dir(file), schema); err != nil {
		return err
	}
	fmt.Fprintf(out, "\nplay it:  thicket run %s\n", file)
	return nil
}

// newArgs offers a shipped scene and a file, or a file alone for what is written without a scene.
func newArgs(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	file := files(check.SceneExts...)
	if cmd.Flags().Changed("for") || cmd.Flags().Changed("sweep") || cmd.Flags().Changed("schema") {
		return complete(file, nothing)(cmd, args, word)
	}
	return complete(shippedScenes, file, nothing)(cmd, args, word)
}

// extensionsOfTrees returns the extensions of trees in files of their own, without their dots.
func extensionsOfTrees() (all []string) {
	for _, d := range trees.Dialects() {
		for _, ext := range d.Exts {
			if !slices.Contains(check.SceneExts, ext) {
				all = append(all, ext[1:])
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// newScene makes the text of a shipped scene in the format that the name of a file
// asks for, with a reference to the schema beside it.
func newScene(name, file string) ([]byte, error) {
	ext := strings.ToLower(filepath.Ext(file))
	if !slices.Contains(check.SceneExts, ext) {
		return nil, usagef("%s: wanted a file that ends in %s", file, strings.Join(check.SceneExts, ", "))
	}
	src, from, ok := scenes.Source(name)
	if !ok {
		hint := "the shipped scenes are " + strings.Join(scenes.Shipped(), ", ")
		if guess := syntax.Closest(name, scenes.Shipped()); guess != "" {
			hint = fmt.Sprintf("did you mean %q?", guess)
		}
		return nil, fmt.Errorf("no shipped scene is called %q; %s", name, hint)
	}
	if ext != ".json" {
		return append([]byte("# yaml-language-server: $schema=./"+schemaFile+"\n"), src...), nil
	}
	doc, err := markup.Parse(from, src, markup.Limits{})
	if err != nil {
		return nil, err
	}
	return sceneJSON(doc)
}

// writeCompanions writes the files that a shipped scene refers to into a folder.
func writeCompanions(w io.Writer, scene, folder string, force bool) error {
	companions, err := scenes.Companions(scene)
	if err != nil {
		return err
	}
	for _, c := range companions {
		file := filepath.Join(folder, filepath.FromSlash(c.Name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := writeMissing(w, file, c.Src, force); err != nil {
			return err
		}
	}
	return nil
}

// writeSchemas writes the schemas of scenes and of files of tests into a folder, where they are not
// there.
func writeSchemas(w io.Writer, folder string, ofScenes []byte) error {
	if err := writeMissing(w, filepath.Join(folder, schemaFile), ofScenes, false); err != nil {
		return err
	}
	return writeMissing(w, filepath.Join(folder, testSchemaFile), treetest.Schema, false)
}

// writeMissing writes a file and tells so. One that is there is left alone without force.
func writeMissing(w io.Writer, file string, text []byte, force bool) error {
	err := writeNew(file, text, force)
	switch {
	case errors.Is(err, fs.ErrExist):
		return nil
	case err == nil:
		fmt.Fprintf(w, "wrote %s\n", file)
	}
	return err
}

// writeNew writes a file. It replaces one that exists only with force.
func writeNew(file string, text []byte, force bool) error {
	if _, err := os.Lstat(file); err == nil && !force {
		return &fs.PathError{Op: "create", Path: file, Err: fs.ErrExist}
	}
	return wholefile.Write(file, text)
}
