package nav2

import (
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

// choosing are the leaves that choose among names, and a goal.
func choosing() []leaf {
	return []leaf{
		selector("PlannerSelector", "planner"), selector("ControllerSelector", "controller"), selector("SmootherSelector", "smoother"),
		selector("GoalCheckerSelector", "goal_checker"), selector("ProgressCheckerSelector", "progress_checker"), selector("PathHandlerSelector", "path_handler"),
		{
			name: "ChoosePlace", instant: true, doc: "Writes the middle of a place of the scene, by its id or a tag: one by chance of several, and none that the robot is in unless there is no other. Not of Nav2.",
			ports: []btcpp.Port{btcpp.Input("place", board.String), btcpp.Output("pose", board.Poses)},
			act:   choosePlace,
		},
	}
}

// selector makes a leaf that writes the name which the bot's state has under the topic's name, or else the
// default. Nothing here reads such names: there is one planner and one controller.
func selector(name, what string) leaf {
	return leaf{
		name: name, instant: true, doc: "Writes the name that the bot's state has under the topic's name, or else the default; fails without both.",
		ports: []btcpp.Port{btcpp.Preset("topic_name", board.String, what+"_selector"), btcpp.Input("default_"+what, board.String), btcpp.Output("selected_"+what, board.String)},
		act: func(t turn) host.Status {
			chosen := t.topic("topic_name").Text()
			if chosen == "" {
				chosen = t.text("default_" + what)
			}
			if chosen == "" {
				t.Because("there is no name")
				return host.Failure
			}
			t.Ports.Put("selected_"+what, board.TextOf(chosen))
			return host.Success
		},
	}
}

// topic returns what the bot's state has under the name that a port has, with or without a stroke in
// front; null where it has nothing.
func (t turn) topic(port string) host.Value {
	return t.value(t.Body, strings.TrimPrefix(t.text(port), "/"))
}

func choosePlace(t turn) host.Status {
	name := t.text("place")
	var there []int32
	all := t.PlacesNamed(name)
	for _, p := range all {
		if !t.Inside(t.Body, p) {
			there = append(there, p)
		}
	}
	if len(there) == 0 {
		there = all
	}
	if len(there) == 0 {
		t.Because("no place is called").About(name)
		return host.Failure
	}
	p := &t.Places()[there[int(t.Random()*float64(len(there)))]]
	return t.writes("pose", []board.Pose{{X: float64(p.X), Y: float64(p.Y)}})
}
