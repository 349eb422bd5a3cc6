package playground

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/internal/ground/lazy"
	"github.com/thicket-sim/thicket/internal/ground/wasmbuild"
	"github.com/thicket-sim/thicket/internal/ground/wholefile"
)

// program is the program of the page, in the source.
const program = "server/internal/playground"

//go:embed keeper.js
var keeper string // keeps the files for when there is no network

// page is the page as it stands in the source, among those of a server, and others are what only
// those have.
const page = "try.html"

var others = lazy.Regexp(`\.html$|^(index|gm)\.js$`)

// Sizes tell how long the program is, in bytes: as it is, by gzip and by brotli.
type Sizes struct{ Program, Gzip, Brotli int }

// Write writes the folder from a source. What is long in it stands there by gzip and by brotli, too: with
// a quality of brotli, which is 0 to [Smallest].
func Write(ctx context.Context, source, to string, quality int) (Sizes, error) {
	var sizes Sizes
	if err := clear(to); err != nil {
		return sizes, err
	}
	wasm, err := build(ctx, source)
	if err != nil {
		return sizes, err
	}
	root, err := goCommand(ctx, source, nil, "env", "GOROOT")
	if err != nil {
		return sizes, err
	}
	exec, err := os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return sizes, err
	}
	examples, err := examplesOf(source)
	if err != nil {
		return sizes, err
	}
	pages, names, err := pagesOf(source)
	if err != nil {
		return sizes, err
	}
	folder := sum(pages, names)
	wasmName, execName := "thicket-"+hash(wasm)+".wasm", "wasm_exec-"+hash(exec)+".js"
	files := map[string][]byte{wasmName: wasm, execName: exec, "examples.json": examples}
	keep := []string{"./", execName, "examples.json"}
	for _, name := range names {
		if name != page {
			files[folder+"/"+name] = pages[name]
			keep = append(keep, folder+"/"+name)
		}
	}
	files["index.html"] = index(pages[page], folder, wasmName, execName)
	list, err := json.Marshal(keep)
	if err != nil {
		return sizes, err
	}
	version, err := json.Marshal("thicket-" + hash(slices.Concat(files["index.html"], examples)))
	if err != nil {
		return sizes, err
	}
	files["sw.js"] = []byte(strings.NewReplacer("VERSION", string(version), "FILES", string(list)).Replace(keeper))
	packed, err := packAll(files, quality)
	if err != nil {
		return sizes, err
	}
	sizes = Sizes{len(wasm), len(packed[wasmName+".gz"]), len(packed[wasmName+".br"])}
	maps.Copy(files, packed)
	for name, text := range files {
		path := filepath.Join(to, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return sizes, err
		}
		if err := wholefile.Write(path, text); err != nil {
			return sizes, err
		}
	}
	return sizes, nil
}

// index makes the page of the folder.
func index(src []byte, folder, wasm, exec string) []byte {
	head := `<meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; base-uri 'none'; form-action 'none'">
    <meta name="thicket-wasm" content="` + wasm + `">
    <meta name="thicket-exec" content="` + exec + `">`
	return []byte(strings.NewReplacer(`="./`, `="./`+folder+`/`, `<meta charset="utf-8">`, head, ` crossorigin`, ``).Replace(string(src)))
}

// own matches the names of what Write has written.
var own = lazy.Regexp(`^((thicket-[0-9a-f]{12}\.wasm|wasm_exec-[0-9a-f]{12}\.js|examples\.json)(\.gz|\.br)?|[0-9a-f]{12}|index\.html|sw\.js)$`)

// clear empties a folder of an older playground, and fails where another file is in it.
func clear(dir string) error {
	list, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, f := range list {
		if !own().MatchString(f.Name()) {
			return fmt.Errorf("%s: has the file %s, which is none of a playground, wanted an empty folder", dir, f.Name())
		}
	}
	for _, f := range list {
		if err := os.RemoveAll(filepath.Join(dir, f.Name())); err != nil {
			return err
		}
	}
	return nil
}

// build builds the program.
func build(ctx context.Context, source string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "thicket-playground-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "thicket.wasm")
	args := slices.Concat([]string{"build"}, wasmbuild.Flags(), []string{"-o", file, "./" + program})
	_, err = goCommand(ctx, source, []string{"GOOS=js", "GOARCH=wasm"}, args...)
	if err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// pagesOf reads the pages of the source that the folder has, with their names in order.
func pagesOf(source string) (pages map[string][]byte, names []string, err error) {
	dir := filepath.Join(source, "server", "pages")
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, err
	}
	pages = map[string][]byte{}
	for _, f := range list {
		if others().MatchString(f.Name()) && f.Name() != page {
			continue
		}
		if pages[f.Name()], err = os.ReadFile(filepath.Join(dir, f.Name())); err != nil {
			return nil, nil, err
		}
		names = append(names, f.Name())
	}
	if pages[page] == nil {
		return nil, nil, fmt.Errorf("%s has no %s", dir, page)
	}
	return pages, names, nil
}

func hash(text []byte) string {
	all := sha256.Sum256(text)
	return hex.EncodeToString(all[:6])
}

// sum is the hash of several files together.
func sum(files map[string][]byte, names []string) string {
	var all bytes.Buffer
	for _, name := range names {
		fmt.Fprintf(&all, "%s %d\n", name, len(files[name]))
		all.Write(files[name])
	}
	return hash(all.Bytes())
}
