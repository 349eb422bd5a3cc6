package btcpp

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// Nav2 is the vocabulary of Nav2's trees: its own controls and decorators, which are nodes of the
// dialect where a game asks for the vocabulary, and its leaves, which an arena offers. Names of files
// are those of Nav2.

// Vocabulary is the name by which games ask for it.
const Vocabulary = "nav2"

// nav2Kinds has the controls and decorators by name. A game's own node of a name comes before them.
var nav2Kinds = makeNav2Kinds()

func makeNav2Kinds() kindTable {
	all := kindTable{}
	goal := preset("goal", board.Poses, "{goal}").is("the goal")
	goals := preset("goals", board.Poses, "{goals}").is("the goals of a way through several")

	all.control(opPipelineSequence, "A Sequence whose earlier children run again in each tick, while the later ones go on.")
	all.add(opRecoveryNode, ops.Name(tree.Op(opRecoveryNode)), "Runs its second child when the first has failed, and then the first again.", 2, 2,
		preset("number_of_retries", board.Int, "1").is("how often"))
	all.control(opRoundRobin, "Runs the next of its children each time that it is called anew.",
		preset("wrap_around", board.Bool, "false").is("begins again behind the last child"))
	all.control(opNonblockingSequence, "Runs all children in each tick until all succeed.")
	all.control(opPersistentSequence, "A Sequence that has its place in an entry.",
		input("current_child_idx", board.Int).writes(inout).is("the entry with the place, from 0").wanted(whenMade, ""))
	all.add(opPauseResumeController, ops.Name(tree.Op(opPauseResumeController)), "Runs its first child, and the others while that is paused.", 1, 4,
		input("pause_service_name", board.String).is("the entry that something sets to true to pause").naming(entries).wanted(whenMade, "pause"),
		input("resume_service_name", board.String).is("the entry that something sets to true to go on").naming(entries).wanted(whenMade, "resume"))

	all.decorator(opRateController, "Calls its child so many times a second at most.",
		preset("hz", board.Double, "10.0").in("1/s").above(0).is("how often"))
	all.decorator(opDistanceController, "Calls its child each time that the robot has come so far.",
		preset("distance", board.Double, "1.0").in("metres").is("how far"),
		input("global_frame", board.String).is(unusedPort), input("robot_base_frame", board.String).is(unusedPort))
	all.decorator(opSpeedController, "Calls its child more often the faster the robot is.", goal, goals,
		preset("min_rate", board.Double, "0.1").in("1/s").above(0).is("how often at the least speed"),
		preset("max_rate", board.Double, "1.0").in("1/s").above(0).is("how often at the greatest speed"),
		preset("min_speed", board.Double, "0.0").in("metres a second").is("the least speed"),
		preset("max_speed", board.Double, "0.5").in("metres a second").is("the greatest speed"))
	all.decorator(opGoalUpdatedController, "Calls its child when the goal is another one.", goal, goals)
	all.decorator(opGoalUpdater, "Writes the newest goal before it calls its child.",
		input("input_goal", board.Poses).is("the goal that the tree has"), input("input_goals", board.Poses).is("the goals that the tree has"),
		input("output_goal", board.Poses).writes(out).is("that, or the goal that the bot's state has under goal_update"),
		input("output_goals", board.Poses).writes(out).is("those, or the goals under goals_update"))
	all.decorator(opPathLongerOnApproach, "Calls its child when a new path to a goal that is near is much longer.",
		input("path", board.Poses).is("the path"),
		preset("prox_len", board.Double, "3.0").in("metres").is("how long a path is that is near"),
		preset("length_factor", board.Double, "2.0").is("how many times longer the new path must be"))
	all.decorator(opSingleTrigger, "Runs its child until that has ended, and fails from then on.")
	return all
}

// unusedPort describes what is there for a robot.
const unusedPort = "is read, and has no effect here"

// isNav2 reports whether an op is one of Nav2's.
func isNav2(op opcode) bool { return op >= opPipelineSequence && op <= opSingleTrigger }

// nav2Words is how many words a node of Nav2 remembers.
func nav2Words(op opcode) int {
	switch op {
	case opPipelineSequence:
		return 2
	case opRecoveryNode, opRoundRobin, opRateController, opDistanceController, opGoalUpdatedController:
		return 3
	case opGoalUpdater:
		return 5
	case opPathLongerOnApproach:
		return 8
	case opSpeedController:
		return 9
	}
	return 1
}

// nav2Ops are the ops of Nav2 for a tree.
type nav2Ops struct{ *semantics }

// nav2 is the work of a node of Nav2. One that is skipped is idle then, so that it begins anew.
func (s *semantics) nav2(x *run.Exec, n tree.NodeID, node *tree.Node) (a answer) {
	v := nav2Ops{s}
	switch opOf(node) {
	case opPipelineSequence:
		a = v.pipeline(x, node)
	case opRecoveryNode:
		a = v.recovery(x, n, node)
	case opRoundRobin:
		a = v.roundRobin(x, n, node)
	case opNonblockingSequence:
		a = v.nonblocking(x, n, node)
	case opPersistentSequence:
		a = v.persistent(x, n, node)
	case opPauseResumeController:
		a = v.pauseResume(x, n, node)
	case opRateController:
		a = v.rate(x, n, node)
	case opDistanceController:
		a = v.distance(x, n, node)
	case opSpeedController:
		a = v.speed(x, n, node)
	case opGoalUpdatedController:
		a = v.goalUpdated(x, n, node)
	case opGoalUpdater:
		a = v.updateGoal(x, n, node)
	case opPathLongerOnApproach:
		a = v.longerOnApproach(x, n, node)
	case opSingleTrigger:
		a = v.singleTrigger(x, node)
	default:
		ops.Unknown(node.Op)
	}
	if a == skipped {
		setStatus(x, node, idle)
	}
	return a
}

// haltNav2 is what a node of Nav2 forgets when it is halted. The decorators forget what they know when
// they begin anew, or keep it.
func haltNav2(x *run.Exec, node *tree.Node) {
	switch opOf(node) {
	case opPipelineSequence:
		*more(x, node, 0) = 0
	case opRecoveryNode, opRoundRobin:
		*more(x, node, 0), *more(x, node, 1) = 0, 0
	}
}

// payloadNav2 refuses numbers that a node of Nav2 cannot have, and has a GoalUpdater hear the keys of its
// bot's state.
func (c *compiler) payloadNav2(e *markup.Element, k *kind, n tree.NodeID) {
	for i := range k.ports {
		u := &c.s.uses[int(c.b.Node(n).Arg)+i]
		isRate := u.typ == board.Double && u.domain.Most > 0
		switch {
		case isRate && u.how == static && u.err == nil && u.value.Real() <= u.domain.Least:
			c.list.Errorf(u.at, "%s: found %s, wanted more than %v", u.name, u.text, u.domain.Least)
		case u.need == whenMade && u.how == absent:
			c.list.Errorf(e.Span, "<%s> without %s", k.name, u.name)
		case u.need == whenMade && k.op == opPauseResumeController:
			c.named(n, i)
		}
	}
	if k.op == opPersistentSequence {
		if u := &c.s.uses[c.b.Node(n).Arg]; u.how == static {
			c.list.Errorf(u.at, "current_child_idx: found %q, wanted a key in braces, of an entry that is a whole number", u.text)
		}
	}
	if k.op == opGoalUpdater {
		for i, name := range goalUpdates {
			c.s.goalKeys[i] = c.lib.reg.Key(name)
		}
	}
}

// goalUpdates are the keys of a bot's state that stand for the topics that a GoalUpdater listens to.
var goalUpdates = [...]string{"goal_update", "goals_update"}

// followNav2 has a node of Nav2 remember the same children when their places are others.
func followNav2(x *run.Exec, node *tree.Node, place func(int) int) {
	switch opOf(node) {
	case opPipelineSequence, opRoundRobin:
		w := more(x, node, 0)
		*w = uint32(min(place(int(*w)), max(int(node.NKid)-1, 0)))
	case opRecoveryNode:
		*more(x, node, 0) = min(*more(x, node, 0), 1)
	}
}

// progressNav2 says how far a node of Nav2 that runs is; empty for one that does not count.
func progressNav2(x *run.Exec, node *tree.Node) string {
	switch opOf(node) {
	case opRecoveryNode:
		return recoveries(*more(x, node, 0), *more(x, node, 1))
	case opPauseResumeController:
		return pauseNames[*word(x, node)>>opShift%uint32(len(pauseNames))]
	}
	return ""
}

// Mark returns a number of a value that others hardly have; 0 for none. 64 bits of it would be more than
// a node needs that asks whether a goal has changed.
func Mark(v board.Value) uint32 {
	if v.IsEmpty() {
		return 0
	}
	const offset, prime = 2166136261, 16777619 // FNV-1a
	h := uint32(offset)
	for _, b := range v.AppendText(nil) {
		h = (h ^ uint32(b)) * prime
	}
	return max(h, 1)
}

// maybe reads a port; nothing where it cannot be read.
func (s *semantics) maybe(x *run.Exec, u *use) board.Value {
	if u.how == keyed {
		slot := s.find(x, u.ref)
		if slot < 0 || s.value(x, slot).IsEmpty() {
			return board.Value{}
		}
	}
	v, err := s.read(x, u)
	if err != nil {
		return board.Value{}
	}
	return v
}

// real reads a port of a real number.
func (s nav2Ops) real(x *run.Exec, n tree.NodeID, u *use) (float64, bool) {
	v, err := s.read(x, u)
	if err != nil {
		s.fail(x, n, "%s: %v", u.name, err)
		return 0, false
	}
	return v.Real(), true
}

// offersItself reports whether a game has a node of a name.
func offersItself(own *host.Overlay, name string) bool {
	return host.FindAction(own, name) != nil || host.FindFunc(own, name) != nil
}

// inVocabulary reports whether a name is one of Nav2's, asked for or not.
func inVocabulary(own *host.Overlay, name string) bool {
	if nav2Kinds[name] != nil {
		return true
	}
	a := own.Action(name)
	return a != nil && a.Vocabulary
}
