package dst

import (
	"embed"
	"io/fs"
)

//go:embed lib
var library embed.FS

// ownFile is a file that comes with Thicket, for scripts that require one of
// the game's that they do not have.
func ownFile(ref string) ([]byte, bool) {
	src, err := fs.ReadFile(library, "lib/"+ref)
	return src, err == nil
}
