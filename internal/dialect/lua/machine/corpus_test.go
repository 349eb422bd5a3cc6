package machine

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "record the answers of C Lua anew")

// rule is a program of the corpus, and what C Lua 5.1 prints for it.
type rule struct{ name, src, want string }

// corpus reads a file of rules: a line "=== name", the program, a line "---", the answer.
func corpus(t *testing.T, file string) (rules []rule) {
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split("\n"+strings.TrimSuffix(string(b), "\n"), "\n=== ")[1:] {
		name, rest, _ := strings.Cut(part, "\n")
		src, want, _ := strings.Cut(rest+"\n", "\n---\n")
		rules = append(rules, rule{name, src, want})
	}
	return rules
}

// TestCorpus holds the language to what C Lua 5.1 prints, as it was recorded, and the record to
// C Lua where that is installed.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/corpus/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	lua, missing := exec.LookPath("lua5.1")
	total := 0
	for _, file := range files {
		rules := corpus(t, file)
		total += len(rules)
		if missing == nil {
			var programs []string
			for _, r := range rules {
				programs = append(programs, r.src)
			}
			var b strings.Builder
			for i, want := range answers(t, lua, programs) {
				r := &rules[i]
				if *update {
					r.want = want
					b.WriteString("=== " + r.name + "\n" + strings.TrimSuffix(r.src, "\n") + "\n---\n" + want)
				}
				if alike(want) != alike(r.want) {
					t.Errorf("%s: %s: C Lua prints %q, recorded is %q", file, r.name, want, r.want)
				}
			}
			if *update {
				if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
		seen := map[string]bool{}
		for _, r := range rules {
			if seen[r.name] {
				t.Errorf("%s: two rules are named %s", file, r.name)
			}
			seen[r.name] = true
			if got := output(r.src, Options{}); alike(got) != alike(r.want) {
				t.Errorf("%s: %s\n%s\ngot\n%swant\n%s", file, r.name, r.src, got, r.want)
			}
		}
	}
	if total < 400 {
		t.Errorf("%d rules, wanted at least 400", total)
	}
}
