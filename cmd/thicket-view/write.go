package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/thicket-sim/thicket/internal/wholefile"
	"github.com/thicket-sim/thicket/render"
	"github.com/thicket-sim/thicket/scenes"
)

// write writes numbers to the file of the scene that is played, and nothing else of it.
func (v *viewer) write(g *render.Game, numbers []scenes.Number) error {
	file := g.Session().Scene().File
	if runtime.GOOS == "js" {
		return errors.New("a page cannot write to files: note the numbers, or play the scene outside of the browser")
	}
	for _, dir := range v.dropped {
		if strings.HasPrefix(file, dir) {
			return errors.New("a scene that was dropped on the window is a copy: open its file to write to it")
		}
	}
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s comes with the program: thicket new makes a scene of your own", file)
	}
	if err != nil {
		return err
	}
	if text, err = scenes.Rewrite(file, text, numbers); err != nil {
		return err
	}
	return wholefile.Write(file, text)
}
