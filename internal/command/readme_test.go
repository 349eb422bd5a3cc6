package command

import (
	"context"
	"iter"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/treetest"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/trees"
)

// examples returns the texts of all files of the examples, and of the package's own.
func examples(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(repository, "examples", "*", "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d examples, %v", len(files), err)
	}
	files = append(files, filepath.Join(repository, "example_test.go"))
	var texts []string
	for _, f := range files {
		texts = append(texts, string(read(t, f)))
	}
	return texts
}

// TestPagesScenes loads every scene and every tree. What is no tree and has no
// bots is a piece of a scene.
func TestPagesScenes(t *testing.T) {
	elsewhere := map[string]string{
		"docs/bases.md":    "its scene wants trees of the game, and its JSON is a case for trace",
		"docs/brains.md":   "its scene wants a brain of the game",
		"docs/lints.md":    "package lint makes the page of files that its test checks",
		"docs/mods.md":     "its mod asks for what does nothing, and its commands load it",
		"docs/protocol.md": "its JSON are messages",
		"docs/sweep.md":    "its YAML is a sweep",
	}
	eachPage(t, func(t *testing.T, p *page) {
		if why := elsewhere[p.name]; why != "" {
			t.Skip(why)
		}
		texts := examples(t)
		p.folder(t)
		for _, b := range p.in("yaml", "json") {
			if slices.Contains(texts, b.text) {
				continue // it may want actions of its example
			}
			file := "block." + b.lang
			doc, err := markup.Parse(file, []byte(b.text), markup.Limits{})
			if err != nil {
				t.Errorf("%s:%d: %v", p.name, b.line, err)
				continue
			}
			var notices syntax.ErrorList
			if tests := testsOf(doc, b.text); tests != "" {
				_, err = treetest.Load(file, []byte(tests), limit.Values{})
			} else if doc.Get("kind") != nil {
				_, notices, err = trees.LoadSource(file, []byte(b.text), arena.NewRegistry())
			} else {
				text := b.text
				if doc.Get("bots") == nil {
					text += "\nbots: []\n"
				}
				var s *scenes.Scene
				if s, err = scenes.Parse(file, []byte(text), scenes.Options{}); err == nil {
					notices = s.Notices
				}
			}
			if err != nil || len(notices) > 0 {
				t.Errorf("%s:%d: %v %v", p.name, b.line, err, notices)
			}
		}
	})
}

// testsOf returns a test file of a block that is one, or a part of a test; empty for others.
func testsOf(doc *markup.Node, text string) string {
	indented := "\n    " + strings.ReplaceAll(text, "\n", "\n    ")
	switch {
	case doc.Get("tests") != nil:
		return text
	case doc.Get("then") != nil:
		return "tests:\n  - name: a" + indented
	case doc.Get("when") != nil:
		return "tests:\n  - name: a" + indented + "then: [{ never: { no: all } }]\n"
	case doc.Get("uncovered") != nil:
		return "tests: []\n" + text
	}
	return ""
}

// command is a line after a dollar sign, and what is shown to come of it.
type command struct {
	line  int
	args  []string
	shown string
}

func (b *block) commands(t *testing.T, p *page) []command {
	t.Helper()
	var list []command
	n := b.line - 1
	for line := range strings.Lines(b.text) {
		n++
		if text, ok := strings.CutPrefix(line, "$ "); ok {
			list = append(list, command{line: n, args: strings.Fields(text)})
		} else if len(list) == 0 {
			t.Fatalf("%s:%d: found %q, wanted a command", p.name, n, line)
		} else {
			list[len(list)-1].shown += line
		}
	}
	return list
}

// told are the commands that the tests do not run, and why.
var told = map[string]string{
	"go test ./...":            "runs this test, too",
	"go install ./cmd/thicket": "changes more than a folder",
	"go mod edit -require github.com/thicket-sim/thicket@v0.0.0 -replace github.com/thicket-sim/thicket=../thicket": "is about a module of the reader's; the test of examples/sheep makes one",
	"go mod tidy": "is about a module of the reader's; the test of examples/sheep makes one",
	`export PATH="$PATH:$(go env GOPATH)/bin"`: "is for the reader's shell",

	"go run ./cmd/thicket-view tag":         "opens a window",
	"go run ./cmd/thicket-view --web :8080": "serves",
	"go run ./examples/garden":              "opens a window; its own test does, too",
	"go run ./examples/sheep":               "opens a window; its own test does, too",

	"go run ./cmd/thicket serve tag siege":                                                                            "serves",
	"go run ./cmd/thicket playground --out site":                                                                      "builds the program of the page; package playground does so and opens it",
	"go run ./cmd/thicket serve tag --try site":                                                                       "serves",
	"thicket test six.test.yaml":                                                                                      "package playground plays it",
	"thicket serve tag --per-address 500":                                                                             "serves",
	"thicket swarm http://127.0.0.1:8080 --players 200 --watchers 5 --deaf 20":                                        "wants a server",
	`curl -H "Authorization: Bearer $TOKEN" localhost:8080/api/state?room=tag`:                                        "wants a server",
	`curl -H "Authorization: Bearer $TOKEN" localhost:8080/api/commands?room=tag -d '{"do":"add","class":"tag-bot"}'`: "wants a server",
	`curl -H "Authorization: Bearer $TOKEN" localhost:8080/api/save?room=tag -o tag.save`:                             "wants a server",
	`curl -H "Authorization: Bearer $TOKEN" localhost:8080/api/rooms -d '{"name":"mine","scene":"siege"}'`:            "wants a server",
	`curl -H "Authorization: Bearer $TOKEN" localhost:8080/api/rooms/mine -X DELETE`:                                  "wants a server",

	"thicket replay --from tag-speed.sweep/results.parquet --row 17 --view": "opens a window; without --view TestNewSweep plays that row",
	"nats-server -js": "serves",
	"thicket worker --nats nats://10.0.0.7:4222":                           "wants a server on another machine",
	"thicket sweep tag-speed.yaml --nats nats://10.0.0.7:4222 --workers 0": "wants a server on another machine",
}

// shortened are commands that are run with more arguments than are shown, so that they take
// less.
var shortened = map[string]string{
	"thicket run crowd --strips 4 --ticks 600 --save crowd.save": "--bots 1000",
}

// prepared makes what a command wants and its page does not make, or lets it take less.
var prepared = map[string]func(t *testing.T){
	"thicket replay --bisect mine.rec yours.rec": func(t *testing.T) {
		src, _, _ := scenes.Source("siege")
		for file, to := range map[string]string{"mine": "0.3", "yours": "0.6"} {
			made := recordedAs(t, file+".yaml", string(src), "health_below, args: { limit: 0.3 }", "health_below, args: { limit: "+to+" }", "1800")
			if err := os.Rename(made, file+".rec"); err != nil {
				t.Fatal(err)
			}
		}
	},
	"thicket check --vocabulary names.json miner.bt": func(t *testing.T) {
		for _, file := range []string{"miner.bt", "miner.test.yaml"} {
			write(t, file, string(read(t, filepath.Join(repository, "examples/port", file))))
		}
		goRun := exec.Command("go", "run", "./examples/port", "names")
		goRun.Dir = repository
		names, err := goRun.Output()
		if err != nil {
			t.Fatal(err)
		}
		write(t, "names.json", string(names))
	},
	"thicket sweep tag-speed.yaml": func(t *testing.T) {
		const file, runs = "tag-speed.yaml", "runs: 2000"
		text := string(read(t, file))
		if !strings.Contains(text, runs) {
			t.Errorf("%s has no %q", file, runs)
		}
		write(t, file, strings.Replace(text, runs, "runs: 40", 1))
	},
}

// TestToldCommandsAreShown wants the lists of exceptions to have no more than pages show.
func TestToldCommandsAreShown(t *testing.T) {
	shown := map[string]bool{}
	eachPage(t, func(t *testing.T, p *page) {
		for _, b := range p.in("console", "sh") {
			for _, c := range b.commands(t, p) {
				shown[strings.Join(c.args, " ")] = true
			}
		}
	})
	for _, list := range []iter.Seq[string]{maps.Keys(told), maps.Keys(shortened), maps.Keys(prepared)} {
		for command := range list {
			if !shown[command] {
				t.Errorf("no page shows %q", command)
			}
		}
	}
}

// TestPagesCommands runs the commands of every page in order, in one folder a
// page, and holds what is shown to what they print. In what is shown, three
// dots stand for any text of a line, and alone for any lines. With -update the
// digests in the pages become those that are printed.
func TestPagesCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: the commands of all pages")
	}
	eachPage(t, func(t *testing.T, p *page) {
		p.folder(t)
		for _, b := range p.in("console", "sh") {
			for _, c := range b.commands(t, p) {
				line := strings.Join(c.args, " ")
				if told[line] != "" {
					continue
				}
				if make := prepared[line]; make != nil {
					make(t)
				}
				c.args = append(c.args, strings.Fields(shortened[line])...)
				code, out, ok := c.run(t)
				if *update {
					p.rewrite(t, c.shown, newDigest(c.shown, out))
					continue
				}
				switch {
				case !ok:
					t.Errorf("%s:%d: unknown command %q", p.name, c.line, c.args)
				case code != exitDone && !(code == exitFault && (faulted.MatchString(c.shown) || parted.MatchString(c.shown))):
					t.Errorf("%s:%d: %q: exit code %d\n%s", p.name, c.line, c.args, code, out)
				case c.shown != "" && !shows(c.shown).MatchString(out):
					t.Errorf("%s:%d: %q prints\n%s\nwhere this is shown:\n%s", p.name, c.line, c.args, out, c.shown)
				}
			}
		}
	})
}

var digest = regexp.MustCompile(`\b[0-9a-f]{16}\b`)

// newDigest returns a shown text with the digest that was printed.
func newDigest(shown, out string) string {
	if got := digest.FindString(out); got != "" {
		return digest.ReplaceAllString(shown, got)
	}
	return shown
}

// rewrite replaces a text of the page in its file, once.
func (p *page) rewrite(t *testing.T, old, text string) {
	t.Helper()
	if old == text {
		return
	}
	file := filepath.Join(repository, p.name)
	all := strings.Replace(string(read(t, file)), old, text, 1)
	if err := os.WriteFile(file, []byte(all), 0o666); err != nil {
		t.Fatal(err)
	}
}

// faulted finds the position of a fault.
var faulted = regexp.MustCompile(`(?m)^\S+:\d+:\d+: `)

// parted finds what is said of two recordings that differ.
var parted = regexp.MustCompile(`(?m)^\S+ parts from \S+ at tick \d+$`)

// run gives what a command prints, errors and notices among it.
func (c *command) run(t *testing.T) (code int, out string, ok bool) {
	t.Helper()
	line := strings.Join(c.args, " ")
	switch {
	case c.args[0] == "thicket" && slices.Contains(c.args, "--strips"): // it starts itself
		text, err := exec.Command(itself(t), c.args[1:]...).CombinedOutput()
		if err != nil {
			t.Error(err)
		}
		return exitDone, string(text), true
	case c.args[0] == "thicket":
		code, out = inOne(c.args[1:])
		return code, out, true
	case strings.HasPrefix(line, "go run ./cmd/thicket "):
		code, out = inOne(c.args[3:])
		return code, out, true
	case strings.HasPrefix(line, "go run ./examples/"), strings.HasPrefix(line, "go doc ./"):
		goRun := exec.Command(c.args[0], c.args[1:]...)
		goRun.Dir = repository
		text, err := goRun.CombinedOutput()
		if err != nil {
			t.Error(err)
		}
		return exitDone, string(text), true
	case c.args[0] == "cat" && len(c.args) == 2:
		if text, err := os.ReadFile(c.args[1]); err == nil {
			return exitDone, string(text), true
		}
		// The page shows a file that the reader is to make.
		if err := os.WriteFile(c.args[1], []byte(c.shown), 0o666); err != nil {
			t.Error(err)
		}
		return exitDone, c.shown, true
	}
	return 0, "", false
}

// inOne runs a command line of Thicket and gives both outputs in one.
func inOne(args []string) (code int, out string) {
	var w writer
	code = execute(context.Background(), args, &w, &w)
	return code, string(w)
}

// shows returns the pattern of a text in which three dots stand for what is left
// out.
func shows(text string) *regexp.Regexp {
	var b strings.Builder
	b.WriteString(`\A`)
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \n")
		if strings.TrimSpace(line) == "..." {
			b.WriteString(`(?:.*\n)*?`)
			continue
		}
		b.WriteString(strings.ReplaceAll(regexp.QuoteMeta(line), `\.\.\.`, `.*`) + ` *\n`)
	}
	return regexp.MustCompile(b.String() + `\z`)
}

func TestShows(t *testing.T) {
	const out = "one\ntwo words  \nthree\n"
	for shown, want := range map[string]bool{
		"one\ntwo words\nthree\n":      true,
		"one\n...\n":                   true,
		"...\nthree\n":                 true,
		"one\ntwo ...\nthree\n":        true,
		"one\n...\ntwo words\nthree\n": true,
		"one\nthree\n":                 false,
		"one\ntwo words\n":             false,
		"one\nt...s\nthree.\n":         false,
		"...\none\n":                   false,
	} {
		if got := shows(shown).MatchString(out); got != want {
			t.Errorf("%q: %v, wanted %v", shown, got, want)
		}
	}
}

// TestPagesFlags wants every command in the prose to be one that there is,
// with flags that it has.
func TestPagesFlags(t *testing.T) {
	span := regexp.MustCompile("`(?:go run \\./cmd/)?thicket ([^`]+)`")
	eachPage(t, func(t *testing.T, p *page) {
		for _, found := range span.FindAllStringSubmatch(p.prose, -1) {
			root := newRootCommand(nil)
			root.InitDefaultCompletionCmd()
			root.InitDefaultVersionFlag()
			cmd, rest, err := root.Find(strings.Fields(found[1]))
			if err != nil || cmd == root && !strings.HasPrefix(found[1], "--") {
				t.Errorf("%s: %s: %v", p.name, found[0], err)
				continue
			}
			if err := cmd.ParseFlags(rest); err != nil {
				t.Errorf("%s: %s: %v", p.name, found[0], err)
			}
		}
	})
}

// TestPagesLinks wants the files that pages link to, and the headings in those that are pages.
func TestPagesLinks(t *testing.T) {
	link := regexp.MustCompile(`(?:\]\(|src=")([^)"]+)`)
	eachPage(t, func(t *testing.T, p *page) {
		for _, found := range link.FindAllStringSubmatch(p.prose, -1) {
			if strings.Contains(found[1], "://") {
				continue
			}
			target, anchor, _ := strings.Cut(found[1], "#")
			name := p.name
			if target != "" {
				name = filepath.ToSlash(filepath.Join(filepath.Dir(p.name), filepath.FromSlash(target)))
			}
			if _, err := os.Stat(filepath.Join(repository, name)); err != nil {
				t.Errorf("%s: %s: %v", p.name, found[0], err)
			} else if anchor != "" && !slices.Contains(readPage(t, name).anchors(), anchor) {
				t.Errorf("%s: %s: the page has no such heading", p.name, found[0])
			}
		}
	})
}

// TestTheMapHasAllPages wants each page of docs to be linked from docs/README.md.
func TestTheMapHasAllPages(t *testing.T) {
	text := readPage(t, "docs/README.md").prose
	for _, name := range pageNames {
		file, ok := strings.CutPrefix(name, "docs/")
		if ok && file != "README.md" && !strings.Contains(text, "]("+file+")") && !strings.Contains(text, "]("+file+"#") {
			t.Errorf("docs/README.md does not link to %s", file)
		}
	}
}

// TestPicturesAreLight bounds the pictures of all pages together, which every clone fetches,
// and wants each to be shown.
func TestPicturesAreLight(t *testing.T) {
	const most = 4 << 20
	var all strings.Builder
	eachPage(t, func(t *testing.T, p *page) { all.WriteString(p.prose) })
	size := int64(0)
	for _, ending := range []string{"*.gif", "*.png", "*.svg"} {
		files, _ := filepath.Glob(filepath.Join(repository, "docs", ending)) // the pattern is a good one
		for _, file := range files {
			info, err := os.Stat(file)
			if err != nil {
				t.Fatal(err)
			}
			size += info.Size()
			if !strings.Contains(all.String(), filepath.Base(file)) {
				t.Errorf("no page shows %s", file)
			}
		}
	}
	if size > most {
		t.Errorf("the pictures of docs take %d bytes, at most %d are wanted: see docs/pictures.sh", size, most)
	}
}
