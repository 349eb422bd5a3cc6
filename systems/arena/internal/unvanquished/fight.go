package unvanquished

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// fights are the actions to fight and to stay alive.
var fights = []entry{
	{
		name: "suicide", doc: "Ends the bot's life. Fails for one that cannot be hurt.",
		act: func(t turn) host.Status {
			if t.FormOf(t.Body).Health == 0 {
				return host.Failure
			}
			return t.Do(core.DieDeed())
		},
	},
}

// talks are the actions that tell somebody something.
var talks = []entry{
	{
		name: "say", doc: "Says a line, which is shown over the bot for 2 seconds. To a team mode (`SAY_TEAM`, `SAY_AREA_TEAM`) belongs an event `told` with the text, for the others of its team; an area is 30 m.",
		act: func(t turn) host.Status {
			s := t.DoWithText(core.SayDeed(max(t.Ticks(2), 1)), t.Str(0), host.NullValue)
			const team, area, areaTeam = 1, 4, 5
			mode := 0
			if t.Args[1].Kind() != host.Null {
				mode = int(t.Num(1))
			}
			if s != host.Success || mode != team && mode != areaTeam {
				return s
			}
			far := float32(0)
			if mode == areaTeam {
				far = 30
			}
			return t.tellTeam(far)
		},
	},
	{
		name: "gesture", doc: "Taunts: takes the pose `taunt`, which others can see.",
		act: func(t turn) host.Status {
			t.SetPose(slices.Index(core.Poses, "taunt"))
			return host.Success
		},
	},
	{
		name: "resetMyTimer", doc: "Sets the bot's timer to now.",
		act: func(t turn) host.Status {
			t.Mind[t.Body].Stopwatch = t.Now
			return host.Success
		},
	},
}
