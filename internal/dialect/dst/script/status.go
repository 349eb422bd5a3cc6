package script

import (
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
)

// Status is the two bits of a node's status.
type Status = uint32

const (
	Ready Status = iota
	Success
	Failed
	Running
)

var StatusNames = [...]string{"READY", "SUCCESS", "FAILED", "RUNNING"}

// StatusTexts are the statuses as scripts see them.
var StatusTexts = [...]glua.LValue{
	glua.LString(StatusNames[Ready]), glua.LString(StatusNames[Success]), glua.LString(StatusNames[Failed]), glua.LString(StatusNames[Running]),
}

func FromHost(s host.Status) Status {
	switch s {
	case host.Success:
		return Success
	case host.Running:
		return Running
	case host.Ready:
		return Ready
	}
	return Failed
}

func ToHost(s Status) host.Status {
	return [...]host.Status{Ready: host.Ready, Success: host.Success, Failed: host.Failure, Running: host.Running}[s]
}

// Handle returns the Go side of an object of scripts, which is its first element.
func Handle(v glua.LValue) any {
	t, ok := v.(*glua.LTable)
	if !ok {
		return nil
	}
	return t.RawGetInt(1)
}

// Side makes a Go type a value of scripts. It stands first in the list of its object;
// to scripts it is a userdata that they can do nothing with.
type Side struct{}

func (Side) String() string        { return "userdata" }
func (Side) Type() glua.LValueType { return glua.LTUserData }
