package scenes

import (
	"embed"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

//go:embed shipped
var shipped embed.FS

// Schema is the JSON Schema of the scene format.
//
//go:embed scene.schema.json
var Schema []byte

// Shipped lists the names of the shipped scenes. One that is there in a second
// format is named with its extension.
func Shipped() []string {
	entries, err := shipped.ReadDir("shipped")
	if err != nil {
		panic(err) // embedded above
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() || strings.HasSuffix(e.Name(), testSuffix) { // files that scenes refer to, and their tests
			continue
		}
		names = append(names, strings.TrimSuffix(e.Name(), ".yaml"))
	}
	slices.Sort(names)
	return names
}

// Source returns the text of a shipped scene and the file that it stands in.
func Source(name string) (src []byte, file string, ok bool) {
	if !slices.Contains(Shipped(), name) {
		return nil, "", false
	}
	file = path.Join("shipped", name)
	if path.Ext(name) == "" {
		file += ".yaml"
	}
	src, err := shipped.ReadFile(file)
	return src, file, err == nil
}

// ShippedText returns what a file of the shipped scenes holds; nil for another file.
func ShippedText(file string) []byte {
	text, err := shipped.ReadFile(path.Clean(file))
	if err != nil {
		return nil
	}
	return text
}

// testSuffix ends the names of the tests of a scene, which begin with its name.
const testSuffix = ".test.yaml"

// Tests returns the text of the tests of a shipped scene, and the file that they stand in.
func Tests(name string) (text []byte, file string, ok bool) {
	if !slices.Contains(Shipped(), name) {
		return nil, "", false
	}
	file = path.Join("shipped", name+testSuffix)
	text, err := shipped.ReadFile(file)
	return text, file, err == nil
}

// notFound adds the shipped scenes to the error for a file that is not there.
func notFound(err error, name string) error {
	var e *syntax.Error
	_, statErr := os.Stat(name)
	gone := errors.Is(statErr, fs.ErrNotExist) || errors.Is(statErr, errors.ErrUnsupported) // a browser has no files
	if !gone || !errors.As(err, &e) {
		return err
	}
	if strings.ContainsAny(name, `/\.`) {
		return err
	}
	e.Msg = "no such file, and no shipped scene of that name"
	e.Hint = "the shipped scenes are " + strings.Join(Shipped(), ", ")
	return e.Suggest(name, Shipped())
}
