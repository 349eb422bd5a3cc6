package herd

import (
	"testing"
	"unsafe"
)

// TestGroupsDoNotShareCacheLines holds each column of a group to a multiple of 64
// bytes from its beginning, and a chunk to whole cache lines.
func TestGroupsDoNotShareCacheLines(t *testing.T) {
	var gr group
	for i, at := range []uintptr{
		unsafe.Offsetof(gr.x), unsafe.Offsetof(gr.y), unsafe.Offsetof(gr.hx), unsafe.Offsetof(gr.hy), unsafe.Offsetof(gr.step),
		unsafe.Offsetof(gr.target), unsafe.Offsetof(gr.slot), unsafe.Sizeof(gr), uintptr(unsafe.Pointer(new(chunk))),
	} {
		if at%64 != 0 {
			t.Errorf("offset %d is %d bytes, wanted a multiple of 64", i, at)
		}
	}
}

// TestALaneHasOneAction has bots do one thing after another.
func TestALaneHasOneAction(t *testing.T) {
	gr := &group{n: 4}
	gr.act(7, 0b1110)
	gr.act(3, 0b0011)
	gr.act(7, 0b0010)
	gr.act(0, 0b1000)
	did := make([]int64, 2*8)
	gr.count(did, 2)
	for lane, want := range []uint16{3, 7, 7, 0} {
		if got := gr.actionOf(int32(lane)); got != want {
			t.Errorf("lane %d did %d, wanted %d", lane, got, want)
		}
	}
	if did[0] != 1 || did[3*2] != 1 || did[7*2] != 2 || gr.acted() != 0b0111 {
		t.Errorf("counted %v, acted %b", did, gr.acted())
	}
}
