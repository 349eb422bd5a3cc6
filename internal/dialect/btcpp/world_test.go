package btcpp

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
)

const testDT = 0.1

// quiet is a world without places that wants no texts, for trees that run on several workers.
type quiet struct{ host.World }

func (*quiet) Fault(host.Fault)                        {}
func (*quiet) Log(host.LogEntry)                       {}
func (*quiet) Decide(int32, *host.Action, host.Intent) {}

// strict is a world in which nothing may be wrong.
type strict struct {
	quiet
	t testing.TB
}

func (w *strict) Fault(f host.Fault) { w.t.Error(f.String()) }

func (*quiet) Random(bot host.BotID, tick int64, node uint16, draw uint32) uint64 {
	h := uint64(bot)<<48 ^ uint64(tick)<<32 ^ uint64(node)<<16 ^ uint64(draw)
	h = (h ^ h>>31) * 0x9e3779b97f4a7c15
	h = (h ^ h>>27) * 0xbf58476d1ce4e5b9
	return h ^ h>>29
}
