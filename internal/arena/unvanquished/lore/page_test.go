package lore

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the tables in docs/bases.md anew")

const page = "../../../../docs/bases.md"

// The tables in docs/bases.md are those of this package.
func TestTheTablesOfThePage(t *testing.T) {
	file, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	got := string(file)
	want := got
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

// tables returns the numbers of the game, by what they are of.
func tables() map[string]string {
	return map[string]string{
		"classes": classTable(), "weapons": weaponTable(), "upgrades": upgradeTable(), "buildings": buildingTable(), "settings": settingTable(),
	}
}

func table(head string, rows ...string) string {
	columns := strings.Count(head, "|") + 1
	return "| " + head + " |\n|" + strings.Repeat(" --- |", columns) + "\n" + strings.Join(rows, "")
}

// row returns a line of a table. Numbers that are 0 are left out.
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
			rows = append(rows, row(c.title, "`"+ClassNames[n]+"`", c.price, c.unlock, c.health, c.regen, c.speed, c.half))
		}
	}
	return table("class | id | price | momentum | health | regen | speed | half width", rows...)
}

func weaponTable() string {
	var rows []string
	for n, w := range Weapons {
		if w.every == 0 {
			continue
		}
		energy := ""
		if w.energy {
			energy = "yes"
		}
		rows = append(rows, row("`"+WeaponNames[n]+"`", w.price, w.unlock, w.Damage, w.reach, w.every, w.clip, w.clips, energy))
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
		rows = append(rows, row("`"+UpgradeNames[n]+"`", price, u.unlock, keeps))
	}
	return table("upgrade | price | momentum | keeps off", rows...)
}

func buildingTable() string {
	var rows []string
	for kind, b := range Buildings {
		if kind > 0 {
			rows = append(rows, row(b.title, "`"+BuildingNames[kind]+"`", b.Points, b.Unlock, b.Seconds, b.health, b.Regen, b.half))
		}
	}
	return table("building | kind | build points | momentum | seconds | health | regen | half width", rows...)
}

func settingTable() string {
	names := slices.SortedFunc(maps.Keys(Defaults), func(a, b string) int {
		return strings.Compare(strings.ToLower(a), strings.ToLower(b))
	})
	var rows []string
	for _, name := range names {
		rows = append(rows, fmt.Sprintf("| `%s` | %v |\n", name, Defaults[name]))
	}
	return table("setting | default", rows...)
}
