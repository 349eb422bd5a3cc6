package command

import (
	"bytes"
	"encoding/json"
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
)

// schemaFile and testSchemaFile are the names of the schemas that are written beside a scene, for
// editors: of scenes, and of files of tests.
const (
	schemaFile     = "thicket.schema.json"
	testSchemaFile = "thicket.test.schema.json"
)

func newNewCommand(own *Game) *cobra.Command {
	var force, aSweep bool
	var alone string
	game := gameFlag{own: own}
	c := &cobra.Command{
		Use:   "new SCENE FILE",
		Short: "Write a shipped scene as a file to start from",
		Long: `New writes a shipped scene as a file, YAML or JSON by its extension, and beside it
the schemas by which editors check and complete scenes and files of tests, and the
trees that the scene refers to. None replaces a file that is there: the schemas and
the trees are left alone, and the scene wants --force, which replaces its trees too.

With --sweep it writes a file for thicket sweep: many runs of a scene, and a question.

With --schema it writes one schema alone, for editors and validators: the JSON schema
of a scene, a test, a sweep, or of a vocabulary, which says what a game offers to
trees, see actions --json; or the XML Schema of the trees of a dialect. With
--vocabulary FILE the schemas of scenes and of dialects have the nodes of that game.`,
		Example: `  thicket new tag my.yaml              a game of tag to change
  thicket new chase chase.json         the same as JSON
  thicket run my.yaml
  thicket new --sweep tag-speed.yaml   many runs of tag that answer a question
  thicket new --schema vocabulary vocabulary.schema.json
  thicket new --schema mbt mbt.xsd     what Modular Behavior Trees can say
  thicket new --schema btcpp game.xsd --vocabulary game.json`,
		Args: func(cmd *cobra.Command, a []string) error {
			if aSweep || alone != "" {
				return args(1, "a file")(cmd, a)
			}
			return args(2, "a shipped scene and a file")(cmd, a)
		},
		ValidArgsFunction: complete(shippedScenes, files(check.SceneExts...), nothing),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case aSweep && alone != "":
				return usagef("--sweep and --schema, wanted one of the two")
			case alone != "":
				return game.newSchema(cmd, alone, args[0], force)
			case aSweep:
				return newSweep(cmd.OutOrStdout(), args[0], force)
			}
			name, file := args[0], args[1]
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
			fmt.Fprintf(cmd.OutOrStdout(), "wrote %s\n", file)
			if err := writeCompanions(cmd.OutOrStdout(), name, filepath.Dir(file), force); err != nil {
				return err
			}
			out, folder := cmd.OutOrStdout(), filepath.Dir(file)
			schema, err := game.sceneSchema(cmd)
			if err != nil {
				return err
			}
			if err := writeMissing(out, filepath.Join(folder, schemaFile), schema, false); err != nil {
				return err
			}
			if err := writeMissing(out, filepath.Join(folder, testSchemaFile), treetest.Schema, false); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "\nplay it:  thicket run %s\n", file)
			return nil
		},
	}
	c.Flags().BoolVar(&force, "force", false, "replace a file that is there")
	game.add(c)
	c.Flags().StringVar(&alone, "schema", "", "write one schema alone: `KIND` is "+markup.Or(schemaKinds()))
	_ = c.RegisterFlagCompletionFunc("schema", cobra.FixedCompletions(schemaKinds(), cobra.ShellCompDirectiveNoFileComp)) // fails for unknown flags only
	c.Flags().BoolVar(&aSweep, "sweep", false, "write a file for thicket sweep")
	return c
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
	doc.Entries = slices.DeleteFunc(doc.Entries, func(e markup.Entry) bool { return e.Key == "$schema" })
	reference := markup.Entry{Key: "$schema", Value: &markup.Node{Kind: markup.String, Str: "./" + schemaFile}}
	doc.Entries = slices.Insert(doc.Entries, 0, reference)
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(doc.JSON()), "", "  "); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
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
