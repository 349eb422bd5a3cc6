package lore

import (
	"slices"
	"strings"
	"unicode"
)

// The skills of bots.
const (
	Movement = iota
	Fighting
	FeelsPain
	StrafeAttack
	SmallJump
	MarauderJump
	MantisJump
	DragoonJump
	TyrantRun
	SafeBarbs
	AimBarbs
	AimHead
	AlienFlee
	HumanFlee
	ModernArmour
	PreferArmour
	UsesMedkit
	FastAim
	PredictAim
	LuciferTricks
	SkillCount
)

// skillFacts lists the game's facts of a skill.
type skillFacts struct {
	Name  string
	Cost  int
	Team  int // Aliens, Humans or -1 for both
	Needs int // the skill without which it is not drawn, or -1
}

// Skills are by number.
var Skills = [SkillCount]skillFacts{
	Movement: {"movement", 2, -1, -1}, Fighting: {"fighting", 3, -1, -1}, FeelsPain: {"feels-pain", 2, -1, -1},
	StrafeAttack: {"strafe-attack", 6, Aliens, Movement}, SmallJump: {"small-attack-jump", 5, Aliens, Movement}, MarauderJump: {"mara-attack-jump", 5, Aliens, Movement},
	MantisJump: {"mantis-attack-jump", 3, Aliens, Movement}, DragoonJump: {"goon-attack-jump", 5, Aliens, Movement}, TyrantRun: {"tyrant-attack-run", 5, Aliens, Movement},
	SafeBarbs: {"safe-barbs", 3, Aliens, FeelsPain}, AimBarbs: {"aim-barbs", 7, Aliens, Fighting}, AimHead: {"aim-head", 10, Aliens, Fighting},
	AlienFlee: {"a-fast-flee", 7, Aliens, FeelsPain}, HumanFlee: {"h-fast-flee", 5, Humans, FeelsPain}, ModernArmour: {"buy-modern-armor", 10, Humans, FeelsPain},
	PreferArmour: {"prefer-armor", 5, Humans, ModernArmour}, UsesMedkit: {"medkit", 8, Humans, FeelsPain}, FastAim: {"fast-aim", 8, -1, Fighting},
	PredictAim: {"predict-aim", 5, Humans, Fighting}, LuciferTricks: {"lcannon-tricks", 3, Humans, Fighting},
}

// SkillNames returns the names of all skills.
func SkillNames() (names []string) {
	for i := range Skills {
		names = append(names, Skills[i].Name)
	}
	return names
}

// BaseSkills is what bots have from some level on, as the game gives it by default.
const BaseSkills = "1:movement 1:fighting 1:feels-pain 1:buy-modern-armor 1:medkit 3:strafe-attack " +
	"5:aim-barbs 5:small-attack-jump 5:mara-attack-jump 5:mantis-attack-jump 5:goon-attack-jump 5:tyrant-attack-run 5:a-fast-flee 5:h-fast-flee 5:prefer-armor 5:lcannon-tricks " +
	"7:aim-head 7:predict-aim 7:safe-barbs"

// SkillNumbered returns the number of a skill, or -1.
func SkillNumbered(name string) int {
	return slices.IndexFunc(Skills[:], func(s skillFacts) bool { return s.Name == name })
}

// ListWords returns the words of a list of the game: between them are commas or spaces.
func ListWords(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
}

// SkillSets reads a list of base skills: which ones bots of each level have, a bit each, and
// the words that are none.
func SkillSets(list string) (byLevel [10]uint32, wrong []string) {
	for _, word := range ListWords(list) {
		level, name, ok := strings.Cut(word, ":")
		skill := SkillNumbered(name)
		if !ok || skill < 0 || len(level) != 1 || level[0] < '1' || level[0] > '9' {
			wrong = append(wrong, word)
			continue
		}
		for n := int(level[0] - '0'); n < len(byLevel); n++ {
			byLevel[n] |= 1 << skill
		}
	}
	return byLevel, wrong
}

// SkillList reads a list of skills, a bit each, and returns the words that are none.
func SkillList(list string) (skills uint32, wrong []string) {
	for _, word := range ListWords(list) {
		if skill := SkillNumbered(word); skill >= 0 {
			skills |= 1 << skill
		} else {
			wrong = append(wrong, word)
		}
	}
	return skills, wrong
}
