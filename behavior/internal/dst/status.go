package dst

import (
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
)

// status is the two bits of a node's status.
type status = uint32

const (
	ready status = iota
	success
	failed
	running
)

var statusNames = [...]string{"READY", "SUCCESS", "FAILED", "RUNNING"}

// statusTexts are the statuses as scripts see them.
var statusTexts = [...]glua.LValue{
	glua.LString(statusNames[ready]), glua.LString(statusNames[success]), glua.LString(statusNames[failed]), glua.LString(statusNames[running]),
}

func fromHost(s host.Status) status {
	switch s {
	case host.Success:
		return success
	case host.Running:
		return running
	case host.Ready:
		return ready
	}
	return failed
}

func toHost(s status) host.Status {
	return [...]host.Status{ready: host.Ready, success: host.Success, failed: host.Failure, running: host.Running}[s]
}

// handle returns the Go side of an object of scripts, which is its first element.
func handle(v glua.LValue) any {
	t, ok := v.(*glua.LTable)
	if !ok {
		return nil
	}
	return t.RawGetInt(1)
}

// side makes a Go type a value of scripts. It stands first in the list of its object;
// to scripts it is a userdata that they can do nothing with.
type side struct{}

func (side) String() string        { return "userdata" }
func (side) Type() glua.LValueType { return glua.LTUserData }
