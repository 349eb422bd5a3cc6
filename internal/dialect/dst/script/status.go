package script

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
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

// Handle returns what Go keeps for an object of scripts; nil for any other value.
func Handle(v machine.Value) any {
	if t := v.Table(); t != nil {
		return t.Host()
	}
	return nil
}
