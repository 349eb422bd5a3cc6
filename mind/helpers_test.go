package mind_test

import (
	"io/fs"
	"testing/fstest"
)

// files are texts by their names.
type files map[string]string

func (f files) fs() fs.FS {
	all := fstest.MapFS{}
	for name, text := range f {
		all[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return all
}
