package dst

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/lua/source"
)

// named is what a file says of names that are nil, or never hold, where they are misspelt.
type named struct {
	components, worlds, tags []source.Word // that are asked for
	has                      []string      // components that it adds or sets
	states                   []string      // tags that its states have, or get
}

// namedIn reads the words of a file.
func namedIn(words []source.Word) (n named) {
	text := func(i int) string {
		if i < 0 || i >= len(words) {
			return ""
		}
		return words[i].Text
	}
	asks, gives, braces := false, false, 0 // within the call of a question, or a list of tags
	for i, w := range words {
		switch {
		case w.Kind == source.NameWord && text(i-1) == "." && (text(i-2) == "components" || text(i-2) == "replica"):
			of := i - 4
			if text(of) == "net" {
				of -= 2
			}
			switch {
			case text(i+1) == "=":
				n.has = append(n.has, w.Text)
			case text(of) == "TheWorld":
				n.worlds = append(n.worlds, w)
			default:
				n.components = append(n.components, w)
			}
		case w.Text == "HasStateTag" || w.Text == "HasAnyStateTag":
			asks = true
		case w.Text == ")":
			asks = false
		case w.Text == "{" && (gives || text(i-1) == "=" && text(i-2) == "tags"):
			gives = true
			braces++
		case w.Text == "}" && gives:
			braces--
			gives = braces > 0
		case w.Kind != source.TextWord:
		case asks:
			n.tags = append(n.tags, w)
		case gives || text(i-1) == "(" && text(i-2) == "AddStateTag":
			n.states = append(n.states, script.Unquoted(w.Text))
		case text(i-1) == "(" && text(i-2) == "AddComponent":
			n.has = append(n.has, script.Unquoted(w.Text))
		}
	}
	return n
}

// slips lists the names of components and of tags of states in these files that nothing has, and that are
// nearly one which is there: each only once.
func (p *program) slips(m *troupe, chunks []*machine.Chunk) (all []*syntax.Error) {
	before := p.folder.said
	p.folder.said = map[*machine.Chunk]named{}
	var added, states []string
	for _, c := range append(p.userModules(), chunks...) {
		n, ok := before[c]
		if !ok {
			n = namedIn(source.Words(c.Source()))
		}
		p.folder.said[c] = n
		added, states = append(added, n.has...), append(states, n.states...)
	}
	components := append(m.stage.ComponentNames(), added...)
	worlds := append(slices.Clip(components), script.WorldComponents()...)
	tags := append(strings.Fields(stateTags), states...)
	for _, c := range chunks {
		n := p.folder.said[c]
		for _, kind := range []struct {
			words []source.Word
			among []string
			text  string
		}{
			{n.components, components, "there is no component %s, so it is nil"},
			{n.worlds, worlds, "TheWorld has no component %s"},
			{n.tags, tags, "no state has the tag %q"},
		} {
			for _, w := range kind.words {
				name := w.Text
				if w.Kind == source.TextWord {
					name = script.Unquoted(w.Text)
				}
				means := misspelt(name, kind.among)
				if text := fmt.Sprintf(kind.text, name); means != "" && !m.Program.Stubbed[text] {
					m.Program.Stubbed[text] = true
					e := &syntax.Error{Pos: m.Program.ShownAt(c.Lines.At(int32(w.From))), At: c.WordAt(int32(w.From), w.Text), Msg: text}
					all = append(all, e.Suggest(name, []string{means}))
				}
			}
		}
	}
	return all
}

// userModules lists the files of the user's that were required.
func (p *program) userModules() (all []*machine.Chunk) {
	for _, file := range script.SortedKeys(p.Modules) {
		if !strings.HasPrefix(file, script.OwnFolder) {
			all = append(all, p.Modules[file])
		}
	}
	return all
}

// hint has an error that ended loading say what was meant by a name in its line, and returns notices of
// other misspelt names.
func (p *program) hint(m *troupe, e *syntax.Error) (others []*syntax.Error) {
	at := p.ShownAt(e.Pos)
	for _, slip := range p.slips(m, append(p.userModules(), p.Chunk)) {
		if slip.Pos.File == at.File && slip.Pos.Line == at.Line && e.Hint == "" {
			e.Hint = slip.Hint
		} else {
			others = append(others, slip)
		}
	}
	return others
}

// misspelt is the name of a list that another surely means: all letters but one are as there, whatever
// their case, or two neighbours changed places. Empty where the name is one of the list, or of the game's.
func misspelt(name string, among []string) string {
	if len(name) < minSlip || slices.Contains(among, name) || slices.Contains(others, name) {
		return ""
	}
	if i := slices.IndexFunc(among, func(a string) bool { return strings.EqualFold(a, name) }); i >= 0 {
		return among[i]
	}
	for _, a := range among {
		if len(a) >= minSlip-1 && isSlip(strings.ToLower(name), strings.ToLower(a)) {
			return a
		}
	}
	return ""
}

// minSlip is the length from which on a name is long enough to be taken for another's misspelling.
const minSlip = 5

// isSlip reports whether a word is another one with one letter more, less or changed, or with two
// neighbours that changed places. What is done differs from something else by a letter too often, as hiding
// from riding.
func isSlip(a, b string) bool {
	isDoing := strings.HasSuffix(a, "ing") && strings.HasSuffix(b, "ing")
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == 1 && len(b) == 1 {
		return !isDoing
	}
	return len(a)+len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}

// others are names of the game's components and of tags of its states that Thicket does not have, and that
// are a letter away from one that it has.
var others = []string{
	"clock", "diving", "hunter", "laying", "moonstorm", "moonstorms", "namer", "shareable", "spitting", "stalking", "walkable", "yotd_raceprizemanager", "yotr_raceprizemanager",
}

// stateTags are the tags that states of the game have most.
const stateTags = "aggressive alert attack autopredict boathopping busy caninterrupt canrotate charge chewing dancing dead digging dirt doing dozing drowning " +
	"electrocute emote evade fishing flight floating flying frozen giving hiding hit howling idle invisible jumping landing lure mining moving " +
	"nibble noattack noelectrocute nofreeze nointerrupt nomorph nopredict nosleep nowake pausepredict phasing playing prechop predig premine prefish running " +
	"shield sitting sleeping softstop spawning statue swimming talking taunting thawing thrusting trapped waking walking wantstoeat working"
