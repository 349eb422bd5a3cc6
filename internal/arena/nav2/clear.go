package nav2

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

// clearing are the leaves that clear what robots remember, and that cancel their work.
func clearing() []leaf {
	return []leaf{
		clears("ClearEntireCostmap", "Forgets all bodies that the robot remembers.", func(turn, spot) bool { return true },
			btcpp.Input("plugins", board.Strings)),
		clears("ClearCostmapExceptRegion", "Forgets those farther from the robot than reset_distance.", func(t turn, m spot) bool { return !t.within(t.here(), m) },
			btcpp.Preset("reset_distance", board.Double, "1.0")),
		clears("ClearCostmapAroundRobot", "Forgets those within reset_distance of the robot.", func(t turn, m spot) bool { return t.within(t.here(), m) },
			btcpp.Preset("reset_distance", board.Double, "1.0")),
		clears("ClearCostmapAroundPose", "Forgets those within reset_distance of a pose.", func(t turn, m spot) bool {
			p, ok := t.pose("pose")
			return ok && t.within(at(p), m)
		}, btcpp.Input("pose", board.Poses), btcpp.Preset("reset_distance", board.Double, "1.0")),
		cancels("CancelControl", control), cancels("CancelSpin", spinning), cancels("CancelBackUp", backing),
		cancels("CancelDriveOnHeading", driving), cancels("CancelWait", waiting),
	}
}

func (t turn) within(p components.Position, m spot) bool {
	return lengthTo(p, components.Position{X: m.X, Y: m.Y}) <= t.real("reset_distance", 1)
}

// clears makes a leaf that forgets some of what a robot remembers.
func clears(name, doc string, which func(turn, spot) bool, ports ...btcpp.Port) leaf {
	return leaf{name: name, doc: doc, instant: true, counts: true, ports: service(ports...), act: func(t turn) host.Status {
		r := t.robot()
		r.Marks = slices.DeleteFunc(r.Marks, func(m spot) bool { return which(t, m) })
		return host.Success
	}}
}

// cancels makes a leaf that cancels the work of a server which began before this tick.
func cancels(name string, server int) leaf {
	return leaf{
		name: name, instant: true, doc: "Ends the work of that server which runs, with success.",
		ports: []btcpp.Port{btcpp.Input("server_name", board.String), btcpp.Input("server_timeout", board.Int)},
		act: func(t turn) host.Status {
			t.robot().Cancel[server] = t.Tick + 1
			return host.Success
		},
	}
}
