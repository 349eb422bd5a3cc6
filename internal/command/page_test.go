package command

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// repository says where the pages and the examples are.
var repository, _ = filepath.Abs("../..") // fails with no working directory, and then nothing is found

// pageNames are all pages: their code and commands are held to the program.
var pageNames = func() []string {
	names := []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"}
	files, _ := filepath.Glob(filepath.Join(repository, "docs", "*.md")) // the pattern is a good one
	for _, file := range files {
		names = append(names, "docs/"+filepath.Base(file))
	}
	return names
}()

// page is a Markdown file, taken apart.
type page struct {
	name   string
	prose  string // all but the fenced blocks
	blocks []block
}

// block is one fenced block.
type block struct {
	lang    string
	text    string
	line    int    // of its first line of text
	heading string // that it stands under, without backquotes
}

var fence = regexp.MustCompile("^```(.*)$")

var commandLine = regexp.MustCompile(`(?m)^(\$|thicket|go run) `)

// languages lists the languages of blocks. Each is held to something: Go and commands by
// tests of all pages, text is held to be no command.
var languages = []string{"go", "console", "sh", "yaml", "json", "jsonl", "xml", "lua", "bt", "debt", "text"}

func readPage(t *testing.T, name string) *page {
	t.Helper()
	p := &page{name: name}
	var prose strings.Builder
	var open *block
	heading := ""
	n := 0
	for line := range strings.Lines(string(read(t, filepath.Join(repository, name)))) {
		n++
		mark := fence.FindStringSubmatch(strings.TrimSpace(line))
		switch {
		case open != nil && mark != nil:
			if open.lang == "text" && commandLine.MatchString(open.text) {
				t.Errorf("%s:%d: a block of text with a command, wanted one of console", name, open.line)
			}
			p.blocks = append(p.blocks, *open)
			open = nil
		case open != nil:
			open.text += line
		case mark != nil:
			open = &block{lang: mark[1], line: n + 1, heading: heading}
			if !slices.Contains(languages, open.lang) {
				t.Errorf("%s:%d: a block in %q, wanted one of %q", name, n, open.lang, languages)
			}
		default:
			prose.WriteString(line)
			if strings.HasPrefix(line, "#") {
				heading = plain(strings.TrimLeft(line, "#"))
			}
		}
	}
	if open != nil {
		t.Fatalf("%s:%d: a block that does not end", name, open.line)
	}
	p.prose = prose.String()
	return p
}

// in lists the blocks of a language.
func (p *page) in(langs ...string) []block {
	var list []block
	for _, b := range p.blocks {
		for _, lang := range langs {
			if b.lang == lang {
				list = append(list, b)
			}
		}
	}
	return list
}

// eachPage runs a test for every page.
func eachPage(t *testing.T, test func(*testing.T, *page)) {
	for _, name := range pageNames {
		t.Run(name, func(t *testing.T) { test(t, readPage(t, name)) })
	}
}

// rows returns the rows of the tables under a heading, by what the first cell
// says without backquotes. The heads of the tables are left out.
func (p *page) rows(heading string) map[string]string {
	rows := map[string]string{}
	at := ""
	for line := range strings.Lines(p.prose) {
		switch {
		case strings.HasPrefix(line, "#"):
			at = plain(strings.TrimLeft(line, "#"))
		case at == heading && strings.HasPrefix(line, "| `"):
			first, _, _ := strings.Cut(line[2:], "|")
			rows[plain(first)] = line
		}
	}
	return rows
}

// headings returns the headings of a depth, in order.
func (p *page) headings(depth int) []string {
	var list []string
	for line := range strings.Lines(p.prose) {
		if text, ok := strings.CutPrefix(line, strings.Repeat("#", depth)+" "); ok {
			list = append(list, plain(text))
		}
	}
	return list
}

var unlinked = regexp.MustCompile(`[^\pL\pN _-]`)

// anchors returns the names by which links find the headings of a page.
func (p *page) anchors() []string {
	var list []string
	for line := range strings.Lines(p.prose) {
		if strings.HasPrefix(line, "#") {
			name := unlinked.ReplaceAllString(strings.ToLower(plain(strings.TrimLeft(line, "#"))), "")
			list = append(list, strings.ReplaceAll(name, " ", "-"))
		}
	}
	return list
}

func plain(s string) string { return strings.TrimSpace(strings.ReplaceAll(s, "`", "")) }

// named returns the file that a block is, which its first line says in a comment:
// # NAME, -- NAME, or <!-- NAME -->.
func (b *block) named() string {
	first, _, _ := strings.Cut(b.text, "\n")
	name, ok := strings.CutPrefix(first, "# ")
	if b.lang == "lua" {
		name, ok = strings.CutPrefix(first, "-- ")
	}
	if b.lang == "xml" {
		name, ok = strings.CutPrefix(strings.TrimSuffix(first, " -->"), "<!-- ")
	}
	if !ok || strings.Contains(name, " ") || strings.Contains(name, "/") && (b.lang != "lua" || filepath.Ext(name) != ".lua") || b.lang == "yaml" && filepath.Ext(name) != ".yaml" {
		return ""
	}
	return name
}

// folder makes a folder with the files that the blocks of a page are, and
// goes there. The JSON Lines of a page that stand by themselves are together
// examples.jsonl.
func (p *page) folder(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("docs", 0o777); err != nil {
		t.Fatal(err)
	}
	for _, b := range p.in("yaml", "xml", "lua") {
		if name := b.named(); name != "" {
			write(name, b.text)
		}
	}
	if lines := p.in("jsonl"); len(lines) > 0 {
		var all strings.Builder
		for _, b := range lines {
			all.WriteString(b.text)
		}
		write("examples.jsonl", all.String())
	}
}
