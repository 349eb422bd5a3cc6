package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/command/playback"
	"github.com/thicket-sim/thicket/internal/window"
)

// helpUntried are the examples of --help of which the test reads the command line alone, and
// why.
var helpUntried = map[string]string{
	"thicket-view --web :8080": "serves, after it has built the program for browsers",
}

// helpExamples returns the command lines of the examples of --help, without what is said about
// them.
func helpExamples(t *testing.T) (list []string) {
	t.Helper()
	_, text, _ := strings.Cut(usage, "\nExamples:\n")
	text, _, ok := strings.Cut(text, "\n\n")
	if !ok {
		t.Fatal("the help has no examples")
	}
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "  ")
		list = append(list, line)
	}
	return list
}

// words splits a command line, of which some stand in quotes.
func words(line string) (list []string) {
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			list = append(list, part)
		} else {
			list = append(list, strings.Fields(part)...)
		}
	}
	return list
}

// TestHelpExamples does what the examples of --help say, up to where a window opens, and plays
// a second.
func TestHelpExamples(t *testing.T) {
	src, err := os.ReadFile(filepath.Join("..", "..", "internal", "scenes", "shipped", "tag.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("my.yaml", src, 0o644); err != nil {
		t.Fatal(err)
	}
	examples := helpExamples(t)
	for _, line := range examples {
		t.Run(line, func(t *testing.T) {
			o, err := parse(words(line)[1:], io.Discard)
			if err != nil {
				t.Fatal(err)
			}
			if helpUntried[line] != "" {
				return
			}
			o.onNotice = func(text string) { t.Log(text) }
			s, err := o.open()
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			game, err := window.NewGame(s)
			if err != nil {
				t.Fatal(err)
			}
			if err := o.dress(game); err != nil {
				t.Fatal(err)
			}
			var movie *playback.Recording
			if o.record != "" {
				if movie, err = playback.Record(o.record, s); err != nil {
					t.Fatal(err)
				}
			}
			for range int(s.Scene().Setup.TickRate) {
				s.Step()
				if movie != nil {
					if err := movie.Add(s); err != nil {
						t.Fatal(err)
					}
				}
			}
			if movie == nil {
				return
			}
			if _, err := movie.Close(); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(o.record); err != nil {
				t.Error(err)
			}
		})
	}
	for line := range helpUntried {
		if !strings.Contains(strings.Join(examples, "\n"), line) {
			t.Errorf("the help has no example %q", line)
		}
	}
}
