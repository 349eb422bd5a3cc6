package unvanquished

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/systems"
)

// stock lists the things of a scene that trees name by numbers.
type stock struct {
	setup   *systems.Setup
	config  *core.Config
	kinds   uint32 // of buildings, a bit each
	classes uint32 // by number, a bit each
}

// review tells what a tree names that a scene does not have: weapons, goods, classes,
// buildings, teams and settings.
func review(s *systems.Setup, c *core.Config, p *run.Program, tell func(at syntax.Pos, lack string)) {
	m, ok := p.Semantics.(run.Mentioner)
	if !ok || !world.Needed(p) {
		return
	}
	has := newStock(s, c)
	for _, m := range m.Mentions() {
		for _, lack := range has.lacks(&m) {
			tell(m.At, lack)
		}
	}
}

func newStock(s *systems.Setup, c *core.Config) *stock {
	has := &stock{setup: s, config: c}
	for i := range s.Places {
		has.kinds |= lore.KindsOf(s.Places[i].Tags, s.Places[i].Team)
	}
	for i := range s.Classes {
		names, team := []string{s.Classes[i].ID}, s.TeamOf(&s.Classes[i])
		if i < len(c.Forms) {
			has.kinds |= lore.KindsOf(c.Forms[i].Tags, team)
			names = append(names, c.Forms[i].Tags...)
		}
		for _, name := range names {
			if n := lore.IndexOf(lore.ClassNames[:], name); n > 0 {
				has.classes |= 1 << n
			}
		}
	}
	return has
}

// lacks lists what a scene lacks of what is mentioned, a text each.
func (has *stock) lacks(m *run.Mention) (all []string) {
	add := func(lack string) {
		if lack != "" {
			all = append(all, lack)
		}
	}
	add(has.wants(m.Name))
	switch n := int(m.Equal.Number()); m.Name {
	case "class":
		add(has.class(n))
	case "weapon":
		add(has.weapon(n, false))
	case "team", "goalTeam":
		add(has.team(n))
	case "goalBuildingType":
		add(has.building(n))
	}
	for i := range m.Params {
		n := int(m.Args[i].Number())
		switch strings.TrimRight(m.Params[i].Name, "123") {
		case "weapon":
			add(has.weapon(n, m.Name == "buy" || m.Name == "buyPrimary"))
		case "upgrade":
			add(has.good(n))
		case "class":
			add(has.class(n))
		case "entity":
			if isPoint := m.Name == "changeGoal" && m.Args[1].Kind() != host.Null; !isPoint {
				add(has.building(n))
			}
		case "team":
			add(has.team(n))
		case "choice":
			if has.weapon(n, false) != "" {
				add(has.class(n))
			}
		case "text":
			if m.Name == "cvar" {
				add(has.setting(m.Args[i].Text()))
			}
		}
	}
	return all
}

// symbol returns the name that trees have for a number, where names has one.
func symbol(prefix string, names []string, n int) (name string, ok bool) {
	if n <= 0 || n >= len(names) || names[n] == "" {
		return "", false
	}
	return prefix + strings.ToUpper(names[n]), true
}

// weapon reports a weapon number that the scene lacks or, where the weapon is to be bought,
// that its shop does not sell.
func (has *stock) weapon(n int, bought bool) string {
	sym, ok := symbol("WP_", lore.WeaponNames[:lore.LastWeapon+1], n)
	if !ok {
		return ""
	}
	w := lore.WeaponOf(has.config, n)
	sold := slices.ContainsFunc(has.config.Goods, func(g core.Good) bool { return g.Weapon == w })
	switch {
	case w < 0:
		return fmt.Sprintf("the scene has no weapon %q (%s)", lore.WeaponNames[n], sym)
	case bought && !sold:
		return fmt.Sprintf("the scene has no good with the weapon %q (%s)", lore.WeaponNames[n], sym)
	}
	return ""
}

func (has *stock) good(n int) string {
	sym, ok := symbol("UP_", lore.UpgradeNames, n)
	if !ok || slices.ContainsFunc(has.config.Goods, func(g core.Good) bool { return g.ID == lore.UpgradeNames[n] }) {
		return ""
	}
	return fmt.Sprintf("the scene has no good %q (%s)", lore.UpgradeNames[n], sym)
}

func (has *stock) class(n int) string {
	sym, ok := symbol("PCL_", lore.ClassNames[:], n)
	if !ok || has.classes>>n&1 != 0 {
		return ""
	}
	return fmt.Sprintf("the scene has no class with the id or tag %q (%s)", lore.ClassNames[n], sym)
}

func (has *stock) building(n int) string {
	if n < 1 || n > lore.LastBuilding || has.kinds>>n&1 != 0 {
		return ""
	}
	name := strings.ToUpper(lore.BuildingNames[n])
	prefix := "E_A_"
	if n >= lore.FirstOfB {
		prefix = "E_H_"
	}
	if n == lore.Egg || n == lore.Telenode {
		name = "SPAWN"
	}
	return fmt.Sprintf("the scene has no class or place with the tag %s (%s)", markup.Or(lore.BuildingTags[n]), prefix+name)
}

// team tells that the scene has fewer teams.
func (has *stock) team(n int) string {
	if n < 1 || n > 2 || n <= len(has.setup.Teams) {
		return ""
	}
	return fmt.Sprintf("the scene has no team for %s, which stands for team number %d", [...]string{1: "TEAM_ALIENS", 2: "TEAM_HUMANS"}[n], n)
}

func (has *stock) setting(name string) string {
	known := slices.Collect(maps.Keys(lore.Defaults))
	for _, kv := range has.setup.Settings {
		known = append(known, kv.Name)
	}
	if slices.Contains(known, name) {
		return ""
	}
	slices.Sort(known)
	lack := fmt.Sprintf("the scene has no setting %q", name)
	if guess := syntax.Closest(name, known); guess != "" {
		lack += fmt.Sprintf("; did you mean %q?", guess)
	}
	return lack
}

// errands are actions that go to buildings of some kinds, a bit each, and what these
// buildings are to them.
var errands = []struct {
	actions []string
	kinds   uint32
	what    string
}{
	{
		[]string{"rush"}, 1<<lore.Egg | 1<<lore.Overmind | 1<<lore.Booster | 1<<lore.AcidTube | 1<<lore.Hive | 1<<lore.Spiker |
			1<<lore.Telenode | 1<<lore.Reactor | 1<<lore.Armoury | 1<<lore.Medistat | 1<<lore.Turret | 1<<lore.RocketPod, "that bots rush to",
	},
	{[]string{"flee"}, 1<<lore.Overmind | 1<<lore.Reactor, "to which bots flee"},
	{[]string{"heal"}, 1<<lore.Booster | 1<<lore.Overmind | 1<<lore.Egg | 1<<lore.Leech | 1<<lore.Medistat, "that heals"},
	{[]string{"buy", "buyPrimary", "equip"}, 1 << lore.Armoury, "that sells"},
}

// wants tells that the scene has none of the buildings to which an action goes.
func (has *stock) wants(action string) string {
	for i := range errands {
		e := &errands[i]
		if !slices.Contains(e.actions, action) || e.kinds&has.kinds != 0 {
			continue
		}
		var names []string
		for kinds := e.kinds; kinds != 0; kinds &= kinds - 1 {
			names = append(names, lore.BuildingNames[bits.TrailingZeros32(kinds)])
		}
		return fmt.Sprintf("the scene has no building %s: no class or place with the tag %s", e.what, markup.Or(names))
	}
	return ""
}
