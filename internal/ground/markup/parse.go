package markup

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
)

// Parse reads a document as the extension of file says: .json as JSON, .yaml and
// .yml as YAML. With any other extension it is JSON if it is valid JSON that
// starts with '{' or '[', and else YAML. Errors are of type [ErrorList] and have
// file, line and column.
func Parse(file string, src []byte, lim Limits) (*Node, error) {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".json":
		return ParseJSON(file, src, lim)
	case ".yaml", ".yml":
		return ParseYAML(file, src, lim)
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(src, []byte(byteOrderMark)), " \t\r\n")
	if len(text) > 0 && (text[0] == '{' || text[0] == '[') && json.Valid(text) {
		return ParseJSON(file, src, lim)
	}
	return ParseYAML(file, src, lim)
}
