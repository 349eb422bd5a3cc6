package world

import (
	"hash/fnv"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/ecs"
)

// skillset says which skills bots have.
type skillset struct {
	byLevel [10]uint32 // the skills of a level, a bit each
	barred  uint32     // that are never drawn
	budget  [2]float64 // of each team: the points for skills by chance
	given   []uint32   // by class: what the scene gives it and the bit known, or 0
	drawn   []uint32   // by body: what it drew and the bit known, or 0
}

// known says that skills were made out.
const known = 1 << 31

// readSkills reads which skills bots have.
func (s *World) readSkills() {
	k := &s.skills
	k.byLevel, _ = lore.SkillSets(s.List("g_bot_skillset_baseSkills"))
	k.barred, _ = lore.SkillList(s.List("g_bot_skillset_disabledSkills"))
	k.budget = [2]float64{lore.Aliens: s.SettingNumber("g_bot_skillset_budgetAliens"), lore.Humans: s.SettingNumber("g_bot_skillset_budgetHumans")}
	k.given = make([]uint32, len(s.a.Game.Setup.Classes))
	for i := range k.given {
		if names := s.a.FormOfClass(i).Skills; names != nil {
			k.given[i] = known
			for _, name := range names {
				if skill := lore.SkillNumbered(name); skill >= 0 {
					k.given[i] |= 1 << skill
				}
			}
		}
	}
}

// Has reports whether a bot has a skill; players have none. In the part of a tick that workers share it is asked
// by who moves that bot alone.
func (s *World) Has(b int32, skill int) bool {
	if s.a.Class[b] == ecs.Human {
		return false
	}
	k := &s.skills
	if class := int(s.a.Class[b]); class < len(k.given) && k.given[class] != 0 {
		return k.given[class]>>skill&1 != 0
	}
	level := s.Skill(b)
	if k.byLevel[level]>>skill&1 != 0 {
		return true
	}
	team := s.a.TeamOf(b)
	if team != lore.Aliens && team != lore.Humans || k.budget[team] <= 0 {
		return false
	}
	if k.drawn[b] == 0 {
		k.drawn[b] = s.drawSkills(b, team, level)
	}
	return k.drawn[b]>>skill&1 != 0
}

// drawSkills draws skills for the points of a bot: the dearer, the likelier. The same name,
// level and team draw the same ones.
func (s *World) drawSkills(b int32, team, level int) uint32 {
	k := &s.skills
	has := k.byLevel[level]
	points := float64(level+2) / 9 * k.budget[team]
	for i := range lore.Skills {
		if has>>i&1 != 0 && (lore.Skills[i].Team < 0 || lore.Skills[i].Team == team) {
			points -= float64(lore.Skills[i].Cost)
		}
	}
	name := fnv.New64a()
	_, _ = name.Write([]byte(s.a.Game.NameOf(s.a.ID(b)))) // it never fails
	for n := uint32(0); ; n++ {
		can := func(i int) bool {
			f := &lore.Skills[i]
			return (has|k.barred)>>i&1 == 0 && (f.Team < 0 || f.Team == team) && float64(f.Cost) <= points && (f.Needs < 0 || has>>f.Needs&1 != 0)
		}
		all := 0
		for i := range lore.Skills {
			if can(i) {
				all += lore.Skills[i].Cost
			}
		}
		if all == 0 {
			return has | known
		}
		lot := int(host.Float64(ecs.Rand(name.Sum64(), 0, int64(level), n, 0)) * float64(all))
		for i := range lore.Skills {
			if !can(i) {
				continue
			}
			if lot -= lore.Skills[i].Cost; lot < 0 {
				has |= 1 << i
				points -= float64(lore.Skills[i].Cost)
				break
			}
		}
	}
}
