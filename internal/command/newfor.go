package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/internal/command/check"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/begin"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// newFor writes a scene in which a tree has what it asks for, the schemas beside it, and tells
// what the scene cannot give.
func newFor(cmd *cobra.Command, tree, file string, o scenes.Options, schema []byte, force bool) error {
	ext := strings.ToLower(filepath.Ext(file))
	if !slices.Contains(check.SceneExts, ext) {
		return usagef("%s: wanted a file that ends in %s", file, strings.Join(check.SceneExts, ", "))
	}
	if filepath.Clean(file) == filepath.Clean(tree) {
		return usagef("%s is the tree, wanted another file for the scene", file)
	}
	s, err := begin.Write(tree, file, o)
	if err != nil {
		return err
	}
	text := append([]byte("# yaml-language-server: $schema=./"+schemaFile+"\n"), s.Text...)
	if ext == ".json" {
		doc, err := markup.ParseYAML(file, s.Text, markup.LimitsOf(o.Limits))
		if err != nil {
			return err
		}
		if text, err = sceneJSON(doc); err != nil {
			return err
		}
	}
	if err := writeNew(file, text, force); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s: is there already; --force replaces it", file)
		}
		return err
	}
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "wrote %s\n", file)
	if err := writeSchemas(out, filepath.Dir(file), schema); err != nil {
		return err
	}
	for i, lack := range s.Lacks {
		if i == 0 {
			fmt.Fprintf(out, "\nwhat the scene leaves open:\n")
		}
		fmt.Fprintf(out, "  %s\n", lack)
	}
	fmt.Fprintf(out, "\nplay it:  thicket run %s\n", file)
	return nil
}

// sceneJSON writes a scene as JSON, with a reference to the schema beside it.
func sceneJSON(doc *markup.Node) ([]byte, error) {
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
