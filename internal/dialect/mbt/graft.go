package mbt

import (
	"errors"
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// graftRoot is the name of the node between a Graft and a tree that is grafted
// there.
const graftRoot = "grafted tree"

// GraftNotice is a notice to the requester of a graft.
type GraftNotice uint8

// The notices. Ready: a Graft node runs, and a tree can be grafted. Complete: the
// grafted tree has succeeded. Interrupted: the Graft node was left.
const (
	GraftReady GraftNotice = iota
	GraftComplete
	GraftInterrupted
)

var graftNoticeNames = [...]string{"ready", "complete", "interrupted"}

func (n GraftNotice) String() string {
	if int(n) < len(graftNoticeNames) {
		return graftNoticeNames[n]
	}
	return "invalid"
}

// The events by which a tree learns that it shall go to its Graft node, or
// leave it.
const (
	graftRequested = "OnGraftRequested"
	graftCanceled  = "OnGraftCanceled"
)

func activeGraft(x *run.Exec) tree.NodeID { return tree.NodeID(x.Env[0] >> envGraftShift) }

func setActiveGraft(x *run.Exec, n tree.NodeID) {
	x.Env[0] = x.Env[0]&(1<<envGraftShift-1) | uint32(n)<<envGraftShift
}

func (s *semantics) tell(x *run.Exec, n GraftNotice) {
	if s.config.Graft != nil {
		s.config.Graft(x.Bot, n)
	}
}

// graftReady is Graft::OnInitialize: from now on a tree can be grafted here.
func (s *semantics) graftReady(x *run.Exec, n tree.NodeID, node *tree.Node) {
	setField(x, node, 16, 0)
	setActiveGraft(x, n)
	if x.Env[0]&envRequested != 0 {
		s.tell(x, GraftReady)
	}
}

// graft is Graft::Update: the grafted tree is ticked with the variables and
// timestamps of its host. When it succeeds it is dropped, when it fails the node
// fails, and without one the node runs. Cases mbt-graft-host-variables,
// mbt-graft-failure.
func (s *semantics) graft(x *run.Exec, n tree.NodeID, node *tree.Node) host.Status {
	i := field(x, node, 16)
	if i == 0 {
		return host.Running
	}
	of := x.Tree.Kids(n)[i-1]
	switch s.instead(x, of) {
	case host.Success:
		setField(x, node, 16, 0)
		s.tell(x, GraftComplete)
	case host.Failure:
		s.warn(x, n, "the grafted tree %q failed", s.kinds[of].text)
		return host.Failure
	}
	return host.Running
}

// graftLeft is the end of Graft::OnTerminate: whoever asked for the node is
// told, unless the request was canceled. Case mbt-graft-cancel.
func (s *semantics) graftLeft(x *run.Exec, n tree.NodeID) {
	if activeGraft(x) == n {
		setActiveGraft(x, 0)
	}
	if x.Env[0]&envRequested != 0 {
		x.Env[0] &^= envRequested
		s.tell(x, GraftInterrupted)
	}
}

// The commands that a tree takes from outside. setCommand is followed by the name
// of a variable.
const (
	requestCommand = "request graft"
	runCommand     = "run graft"
	cancelCommand  = "cancel graft"
	setCommand     = "set "
)

// Sets is false: each command does something once.
func (*semantics) Sets(string) bool { return false }

// Control takes the commands of [RequestGraft], [RunGraft], [CancelGraft] and
// [SetVariable].
func (s *semantics) Control(x *run.Exec, c run.Command) error {
	if x.Env[0]&envOver != 0 && !s.restart(x) {
		return fmt.Errorf("%s: the tree has ended", c.Name)
	}
	name, isSet := strings.CutPrefix(c.Name, setCommand)
	switch {
	case isSet:
		if c.Arg.Kind() != host.Bool {
			return fmt.Errorf("%s: found %v, wanted true or false", c.Name, c.Arg)
		}
		return s.set(x, name, c.Arg.Bool())
	case c.Name == requestCommand:
		x.Env[0] |= envRequested
		s.handle(x, host.Event{ID: s.symbols.Event(graftRequested)})
		return nil
	case c.Name == cancelCommand:
		x.Env[0] &^= envRequested
		s.handle(x, host.Event{ID: s.symbols.Event(graftCanceled)})
		return nil
	case c.Name == runCommand:
		return s.runGraft(x, c.Arg.Text())
	}
	return fmt.Errorf("unknown command %q", c.Name)
}

func (s *semantics) set(x *run.Exec, name string, on bool) error {
	for i, v := range s.variables {
		if v.name == strings.ToLower(name) {
			s.setVariable(x, i, on)
			return nil
		}
	}
	var known []string
	for _, v := range s.variables {
		known = append(known, v.show)
	}
	return &syntax.Error{Msg: fmt.Sprintf("no variable %q", name), Hint: meant(name, known)}
}

// meant guesses at the name of which a word is a misspelling.
func meant(word string, among []string) string {
	if near := syntax.Closest(word, among); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return ""
}

func (s *semantics) runGraft(x *run.Exec, name string) error {
	n := activeGraft(x)
	if n == 0 {
		return errors.New("no Graft node runs")
	}
	node := &x.Tree.Nodes[n]
	for i, of := range x.Tree.Kids(n) {
		if s.kinds[of].text == name {
			s.terminateKids(x, n)
			setField(x, node, 16, uint32(i)+1)
			return nil
		}
	}
	return fmt.Errorf("no tree %q can be grafted here", name)
}

// RequestGraft asks a bot's tree to go to a Graft node: it gets the event
// OnGraftRequested, and the requester is told when the node runs.
func RequestGraft(p *run.Pool, row int32, now run.Moment) error {
	return p.Control(row, run.Command{Name: requestCommand}, now)
}

// RunGraft grafts one of the trees of [Config.Grafts] into the Graft node that
// runs, in place of the one that is there. It fails where no Graft node runs.
func RunGraft(p *run.Pool, row int32, name string, now run.Moment) error {
	return p.Control(row, run.Command{Name: runCommand, Arg: host.StringValue(name)}, now)
}

// CancelGraft takes a request back: the tree gets the event OnGraftCanceled.
func CancelGraft(p *run.Pool, row int32, now run.Moment) error {
	return p.Control(row, run.Command{Name: cancelCommand}, now)
}

// SetVariable sets a variable of a bot's tree from outside. Case makes no
// difference in its name.
func SetVariable(p *run.Pool, row int32, name string, on bool, now run.Moment) error {
	return p.Control(row, run.Command{Name: setCommand + name, Arg: host.BoolValue(on)}, now)
}
