package mind

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
)

// The modes of chat that reach a bot's own team alone. The game has them crossed: an
// area is no area there, and that of a team is everybody.
const (
	sayTeam = 1
	sayArea = 4
)

// talks are the actions that tell somebody something.
var talks = []Entry[Turn]{
	{
		Name: "say",
		Doc: "Says a line, which is shown over the bot for 2 seconds. With the modes `SAY_TEAM` and `SAY_AREA` the others of its team get an event `told` with the text, " +
			"wherever they are; other modes are for everybody who looks on.",
		Act: func(t Turn) host.Status {
			s := t.DoWithText(core.SayDeed(max(t.Ticks(2), 1)), t.Str(0), host.NullValue)
			if mode := lore.Whole(t.Num(1)); s != host.Success || mode != sayTeam && mode != sayArea {
				return s
			}
			return t.DoWithLastText(t.TellDeed())
		},
	},
	{
		Name: "gesture", Doc: "Taunts: takes the pose `taunt`, which others can see.",
		Act: func(t Turn) host.Status {
			t.SetPose(slices.Index(core.Poses, "taunt"))
			return host.Success
		},
	},
}
