package stage

import "github.com/thicket-sim/thicket/internal/dialect/lua/machine"

// slot is a field of scripts' tables that Go reads or writes in ticks, each found by a place that
// is resolved once.
type slot uint8

const (
	slotGUID slot = iota
	slotBrain
	slotBrainFn
	slotGraph
	slotState
	slotTags
	slotHears
	slotComponents
	slotPersists
	slotSpawned
	slotInLimbo
	slotUpdatesAt
	slotX
	slotY
	slotZ
	slotInst
	slotPoint
	slotOwner
	slotDest
	slotLed
	slotWants
	slotWantsRun
	slotRuns
	slotWalkSpeed
	slotRunSpeed
	slotThrottle
	slotOutside
	slotEquipment
	slotFloor
	slotArrives
	slotHops
	slotActs
	slotAction
	slotID
	slotHealth
	slotPoints
	slotFull
	slotItem
	slotFile
	slotName
	slotCount
)

var slotNames = [slotCount]string{
	slotGUID: "GUID", slotBrain: "brain", slotBrainFn: "brainfn", slotGraph: "sg", slotState: "currentstate", slotTags: "tags", slotHears: "hears",
	slotComponents: "components", slotPersists: "persists", slotSpawned: "spawntime", slotInLimbo: "inlimbo", slotUpdatesAt: "updatesat",
	slotX: "x", slotY: "y", slotZ: "z", slotInst: "inst", slotPoint: "pt", slotOwner: "owner", slotDest: "dest", slotLed: "led",
	slotWants: "wantstomoveforward", slotWantsRun: "wantstorun", slotRuns: "isrunning", slotWalkSpeed: "walkspeed", slotRunSpeed: "runspeed",
	slotThrottle: "throttle", slotOutside: "externalspeedmultiplier", slotEquipment: "equipspeedmultiplier", slotFloor: "groundspeedmultiplier",
	slotArrives: "arrive_dist", slotHops: "allow_platform_hopping", slotActs: "bufferedaction", slotAction: "action", slotID: "id",
	slotHealth: "health", slotPoints: "currenthealth", slotFull: "maxhealth", slotItem: "inventoryitem", slotFile: "file", slotName: "name",
}

// slots are where the fields were found last.
type slots [slotCount]*machine.Field

func (s *slots) open(of *machine.State) {
	for i, name := range slotNames {
		s[i] = of.NewField(name)
	}
}

// get returns a field of a table, without its class's; nil where there is no table.
func (s *slots) get(t *machine.Table, f slot) machine.Value {
	if t == nil {
		return machine.Nil
	}
	return s[f].Get(t)
}

// put gives a table a field.
func (s *slots) put(t *machine.Table, f slot, v machine.Value) { s[f].Set(t, v) }

// member returns a field of an object of a class: its own, else its class's.
func (s *slots) member(t *machine.Table, f slot) machine.Value {
	if v := s[f].Get(t); !v.IsNil() {
		return v
	}
	return s.get(t.Meta(), f)
}

func (s *slots) memberNumber(t *machine.Table, f slot) float64 {
	n, ok := s.member(t, f).Number()
	if !ok {
		return 0
	}
	return n
}

func (s *slots) memberBool(t *machine.Table, f slot) bool { return s.member(t, f).Truth() }
