package markup

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// Parse reads a document as the extension of file says: .json as JSON, .yaml and
// .yml as YAML. With any other extension it is JSON if it is valid JSON that
// starts with '{' or '[', and else YAML. Errors are of type [ErrorList] and have
// file, line and column.
func Parse(file string, src []byte, lim Limits) (*Node, error) {
	if isJSON(file, src) {
		return ParseJSON(file, src, lim)
	}
	return ParseYAML(file, src, lim)
}

// Document is Parse for a loader that goes on with what is whole: the value is nil only where there
// is none. A function is called when the loader is done with it, see [Done].
func Document(file string, src []byte, lim Limits, l *syntax.List) (*Node, Done) {
	if isJSON(file, src) {
		var own syntax.List
		n := readJSON(file, 1, src, lim, &own)
		return n, newGaps(file).done(own.Errors, l)
	}
	return YAML(file, src, lim, l)
}

// YAML is Document for a file that is YAML whatever its extension.
func YAML(file string, src []byte, lim Limits, l *syntax.List) (*Node, Done) {
	var own syntax.List
	n, g := readYAML(file, src, lim, &own)
	return n, g.done(own.Errors, l)
}

func isJSON(file string, src []byte) bool {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".json":
		return true
	case ".yaml", ".yml":
		return false
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(src, []byte(byteOrderMark)), " \t\r\n")
	return len(text) > 0 && (text[0] == '{' || text[0] == '[') && json.Valid(text)
}
