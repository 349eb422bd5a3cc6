package run

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
)

func errNoControl(tree, command string) error {
	return fmt.Errorf("tree %s takes no command %q", tree, command)
}

func sortByBot(rows []int32, bots []host.BotID) {
	byBot := func(a, b int32) int { return int(bots[a]) - int(bots[b]) }
	if !slices.IsSortedFunc(rows, byBot) {
		slices.SortFunc(rows, byBot)
	}
}

const saveVersion = 1

type saveHeader struct {
	Version uint32
	Tree    uint64 // fingerprint
	Rows    uint32
	Words   uint32
}

// Save writes what all bots of the pool remember. Load brings it back into a
// pool of the same program that has the same bots.
func (p *Pool) Save(w io.Writer) error {
	rows := p.Order()
	head := saveHeader{saveVersion, p.fingerprint(), uint32(len(rows)), uint32(p.words)}
	if err := binary.Write(w, binary.LittleEndian, head); err != nil {
		return fmt.Errorf("save tree %s: %w", p.program.Tree.Name, err)
	}
	for _, row := range rows {
		rec := append([]uint32{uint32(p.bots[row]), uint32(p.status[row])}, p.memory(row)...)
		due := int64(0)
		if p.sleeper != nil {
			due = p.due[row]
		}
		if err := errors.Join(binary.Write(w, binary.LittleEndian, rec), binary.Write(w, binary.LittleEndian, due)); err != nil {
			return fmt.Errorf("save tree %s: %w", p.program.Tree.Name, err)
		}
	}
	return nil
}

// Load reads what Save wrote. It fails, and changes nothing, when the save is
// of another tree or of other bots.
func (p *Pool) Load(r io.Reader) error {
	name := p.program.Tree.Name
	var head saveHeader
	if err := binary.Read(r, binary.LittleEndian, &head); err != nil {
		return fmt.Errorf("load tree %s: %w", name, err)
	}
	rows := p.Order()
	switch {
	case head.Version != saveVersion:
		return fmt.Errorf("load tree %s: saved in format %d, wanted %d", name, head.Version, saveVersion)
	case head.Tree != p.fingerprint() || int(head.Words) != p.words:
		return fmt.Errorf("load tree %s: saved from another tree", name)
	case int(head.Rows) != len(rows):
		return fmt.Errorf("load tree %s: saved with %d bots, wanted %d", name, head.Rows, len(rows))
	}
	recs := make([]uint32, len(rows)*(2+p.words))
	dues := make([]int64, len(rows))
	for i, row := range rows {
		rec := recs[i*(2+p.words) : (i+1)*(2+p.words)]
		if err := errors.Join(binary.Read(r, binary.LittleEndian, rec), binary.Read(r, binary.LittleEndian, &dues[i])); err != nil {
			return fmt.Errorf("load tree %s: %w", name, err)
		}
		if host.BotID(rec[0]) != p.bots[row] {
			return fmt.Errorf("load tree %s: saved with bot %d, wanted bot %d", name, rec[0], p.bots[row])
		}
	}
	for i, row := range rows {
		rec := recs[i*(2+p.words) : (i+1)*(2+p.words)]
		p.status[row] = host.Status(rec[1])
		copy(p.memory(row), rec[2:])
		if p.sleeper != nil {
			p.due[row] = dues[i]
		}
	}
	return nil
}

func (p *Pool) fingerprint() uint64 {
	h := uint64(14695981039346656037)
	mix := func(v uint64) { h = (h ^ v) * 1099511628211 }
	for _, n := range p.program.Tree.Nodes {
		mix(uint64(n.Op) | uint64(n.Flags)<<8 | uint64(n.NKid)<<16 | uint64(n.Kid)<<32 | uint64(n.Parent)<<48)
		mix(uint64(n.Leaf) | uint64(n.Slot)<<16 | uint64(uint32(n.Arg))<<32)
	}
	return h
}
