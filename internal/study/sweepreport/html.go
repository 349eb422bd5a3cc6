package sweepreport

import (
	"bufio"
	_ "embed"
	"html/template"
	"io"
)

var (
	//go:embed page.html
	page string
	//go:embed colours.css
	colours string

	pages = template.Must(template.New("sweep").Parse(page))
)

// pageTable and pageFigures are what the page shows of a table, and of plots of a kind.
type pageTable struct {
	Title  string
	Shared int
	Head   []string
	Rows   [][]string
}

type pageFigures struct {
	Title   string
	Figures []pageFigure
}

type pageFigure struct {
	Caption string
	SVG     template.HTML
}

// HTML writes a page that stands alone: it asks for no other file and runs no script.
func (r *Report) HTML(w io.Writer) error {
	data := struct {
		Title, Answer, Counted string
		Colours                template.CSS
		Notes                  []string
		Tables                 []pageTable
		Kinds                  []pageFigures
		Reasons                []reason
		Facts                  [][2]string
	}{Title: printable(r.Title), Answer: printable(r.Answer), Counted: r.counted(), Colours: template.CSS(colours), Notes: r.Notes, Reasons: r.reasons(), Facts: r.Facts}
	for _, t := range r.tables() {
		data.Tables = append(data.Tables, pageTable{t.title, t.shared, t.head, t.rows})
	}
	for _, kind := range r.figures() {
		to := pageFigures{Title: kind.Title}
		for i := range kind.all {
			f := &kind.all[i]
			to.Figures = append(to.Figures, pageFigure{f.caption, template.HTML(f.svg(""))})
		}
		data.Kinds = append(data.Kinds, to)
	}
	b := bufio.NewWriter(w)
	if err := pages.Execute(b, data); err != nil {
		return err
	}
	return b.Flush()
}
