package unvanquished

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write what docs/bases.md says of the code anew")

const page = "../../../docs/bases.md"

// Each action and each function has a section in docs/bases.md, which says what it
// does in the game, what it does here and where the two differ. What it does here is
// what the vocabulary says of itself.
func TestThePage(t *testing.T) {
	file, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	got := string(file)
	want := got
	for name, doc := range docs() {
		section := regexp.MustCompile("(?s)\n#### `" + name + `\b[^\n]*` + "`\n\n\\*In the game:\\* .+?\n\n(\\*Here:\\*.*?\n)\n\\*Differs:\\* .+?\n")
		at := section.FindStringSubmatchIndex(want)
		if at == nil {
			t.Errorf("%s has no section of %s with its three parts, In the game, Here and Differs", page, name)
			continue
		}
		want = want[:at[2]] + filled("*Here:* "+doc) + want[at[3]:]
	}
	if n := strings.Count(got, "\n#### `"); n != len(docs()) {
		t.Errorf("%s has sections of %d actions and functions, there are %d", page, n, len(docs()))
	}
	if *update && !t.Failed() {
		if err := os.WriteFile(page, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s is not what the arena does; -update writes it (-want +got)\n%s", page, diff)
	}
}

// docs returns the texts in which the actions and functions describe themselves, by name.
func docs() map[string]string {
	actions, funcs := Entries()
	all := map[string]string{}
	for i := range actions {
		all[actions[i].Name] = actions[i].Doc
		if actions[i].Admit != nil && actions[i].Name != "changeGoal" {
			all[actions[i].Name] += " Goes on over many ticks."
		}
	}
	for i := range funcs {
		all[funcs[i].Name] = funcs[i].Doc
	}
	return all
}

// filled breaks a paragraph into lines.
func filled(text string) string {
	const width = 84
	var b strings.Builder
	column := 0
	for i, word := range strings.Fields(text) {
		switch {
		case i > 0 && column+1+len(word) > width:
			b.WriteByte('\n')
			column = 0
		case i > 0:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	b.WriteByte('\n')
	return b.String()
}
