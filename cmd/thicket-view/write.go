package main

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/thicket-sim/thicket/internal/ground/wholefile"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/window"
)

// picture keeps a picture of the window, named by the scene and the tick: in the folder that
// the program was started in, and from a page where the browser keeps what it loads.
func (v *viewer) picture(g *window.Game, img image.Image) (where string, err error) {
	name := filepath.Base(g.Session().Scene().File)
	name = fmt.Sprintf("%s-%d.png", strings.TrimSuffix(name, filepath.Ext(name)), g.Snapshot().Tick)
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return "", err
	}
	return name, keep(name, b.Bytes())
}

// write writes numbers to the files of the scene that is played, and nothing else of them.
func (v *viewer) write(g *window.Game, numbers []scenes.Number) error {
	scene := g.Session().Scene()
	if runtime.GOOS == "js" {
		return errors.New("a page cannot write to files: note the numbers, or play the scene outside of the browser")
	}
	for _, dir := range v.dropped {
		if strings.HasPrefix(scene.File, dir) {
			return errors.New("a scene that was dropped on the window is a copy: open its file to write to it")
		}
	}
	files, err := scene.Write(numbers, func(file string) ([]byte, error) { return os.ReadFile(filepath.FromSlash(file)) })
	for _, f := range files {
		if err == nil {
			err = wholefile.Write(filepath.FromSlash(f.Name), f.Text)
		}
	}
	return err
}
