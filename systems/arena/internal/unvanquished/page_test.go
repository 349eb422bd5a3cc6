package unvanquished

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write what docs/bases.md says of the code anew")

const page = "../../../../docs/bases.md"

// Each action and each function has a section in docs/bases.md, which says what it
// does in the game, what it does here and where the two differ. What it does here is
// what the vocabulary says of itself, and the tables are the package's.
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
	for name, table := range tables() {
		begin := "<!-- made: " + name + " -->\n"
		head, tail, ok := strings.Cut(want, begin)
		_, tail, closed := strings.Cut(tail, "<!-- end -->\n")
		if !ok || !closed {
			t.Errorf("%s has no place for the table of %s", page, name)
			continue
		}
		want = head + begin + table + "<!-- end -->\n" + tail
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

// docs are what the actions and functions say of themselves, by name.
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

// tables are the numbers of the game, by what they are of.
func tables() map[string]string {
	return map[string]string{
		"classes": classTable(), "weapons": weaponTable(), "upgrades": upgradeTable(), "buildings": buildingTable(), "settings": settingTable(),
	}
}

func table(head string, rows ...string) string {
	columns := strings.Count(head, "|") + 1
	return "| " + head + " |\n|" + strings.Repeat(" --- |", columns) + "\n" + strings.Join(rows, "")
}

// row is a line of a table. Numbers that are 0 are left out.
func row(cells ...any) string {
	var b strings.Builder
	for _, c := range cells {
		text := fmt.Sprint(c)
		if text == "0" {
			text = ""
		}
		b.WriteString(strings.TrimRight("| "+text, " ") + " ")
	}
	return b.String() + "|\n"
}

func classTable() string {
	var rows []string
	for n, c := range classes {
		if c.title != "" {
			rows = append(rows, row(c.title, "`"+classNames[n]+"`", c.price, c.unlock, c.health, c.regen, c.speed, c.half))
		}
	}
	return table("class | id | price | momentum | health | regen | speed | half width", rows...)
}

func weaponTable() string {
	var rows []string
	for n, w := range weapons {
		if w.every == 0 {
			continue
		}
		energy := ""
		if w.energy {
			energy = "yes"
		}
		rows = append(rows, row("`"+weaponNames[n]+"`", w.price, w.unlock, w.damage, w.reach, w.every, w.clip, w.clips, energy))
	}
	return table("weapon | price | momentum | damage | range | ms between | clip | spare clips | energy", rows...)
}

func upgradeTable() string {
	var rows []string
	for n, u := range upgrades {
		if n == 0 {
			continue
		}
		price := fmt.Sprint(u.price)
		if u.unsold {
			price = "not sold"
		}
		keeps := ""
		if u.armour > 0 {
			keeps = strconv.Itoa(int(u.armour*100+0.5)) + " %"
		}
		rows = append(rows, row("`"+upgradeNames[n]+"`", price, u.unlock, keeps))
	}
	return table("upgrade | price | momentum | keeps off", rows...)
}

func buildingTable() string {
	var rows []string
	for kind, b := range buildings {
		if kind > 0 {
			rows = append(rows, row(b.title, "`"+buildingNames[kind]+"`", b.points, b.unlock, b.seconds, b.health, b.regen, b.half))
		}
	}
	return table("building | kind | build points | momentum | seconds | health | regen | half width", rows...)
}

func settingTable() string {
	names := slices.SortedFunc(maps.Keys(defaults), func(a, b string) int {
		return strings.Compare(strings.ToLower(a), strings.ToLower(b))
	})
	var rows []string
	for _, name := range names {
		rows = append(rows, fmt.Sprintf("| `%s` | %v |\n", name, defaults[name]))
	}
	return table("setting | default", rows...)
}
