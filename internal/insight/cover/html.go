//go:build !js

package cover

import (
	"bufio"
	_ "embed"
	"html/template"
	"io"
	"strings"

	"github.com/thicket-sim/thicket/internal/ground/humanize"
)

//go:embed page.html
var page string

var pages = template.Must(template.New("cover").Parse(page))

// pageFile and pageLine are what the page shows of a file and of a line.
type pageFile struct {
	Name, Share string
	Percent     string
	Lines       []pageLine
}

type pageLine struct {
	Number       int // 0: lines are left out here
	Text, Mark   string
	Count, Notes string
}

// HTML writes the sources as a page that stands alone: lines are coloured by what is covered,
// and tell what is open.
func HTML(w io.Writer, files []*File) error {
	asked, of := Covered(files)
	data := struct {
		Share, Percent string
		Files          []pageFile
	}{Share(files), percent(asked, of), nil}
	for _, f := range sorted(files) {
		asked, of := Covered([]*File{f})
		to := pageFile{Name: f.Name, Share: Share([]*File{f}), Percent: percent(asked, of)}
		for _, l := range f.excerpt() {
			if l == nil {
				to.Lines = append(to.Lines, pageLine{})
				continue
			}
			shown := pageLine{Number: l.number, Text: l.text, Mark: markNames[l.mark()], Notes: strings.Join(l.notes(), "; ")}
			if len(l.nodes) > 0 {
				shown.Count = humanize.Thousands(l.visits())
			}
			to.Lines = append(to.Lines, shown)
		}
		data.Files = append(data.Files, to)
	}
	b := bufio.NewWriter(w)
	if err := pages.Execute(b, data); err != nil {
		return err
	}
	return b.Flush()
}
