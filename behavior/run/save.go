package run

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/digest"
	"github.com/thicket-sim/thicket/internal/ground/state"
)

// sortByBot puts rows in the order of their bots, and rows of one bot in their
// own order.
func sortByBot(rows []int32, bots []host.BotID) {
	byBot := func(a, b int32) int { return cmp.Or(cmp.Compare(bots[a], bots[b]), cmp.Compare(a, b)) }
	if !slices.IsSortedFunc(rows, byBot) {
		slices.SortFunc(rows, byBot)
	}
}

// A save is little-endian: a header of version, fingerprint, rows and bytes a
// row; per row bot, status, due tick, memory and environment; a CRC-32 of the
// whole. Where there are [Sidecars] theirs follow: the length of all, per row
// a length and bytes, and a CRC-32; and for a [ShareSaver] a length, what the bots
// share, and a CRC-32.
const (
	saveVersion = 1
	headerBytes = 4 + 8 + 4 + 4
	sumBytes    = 4
)

func (p *Pool) rowBytes() int { return 4 + 4 + 8 + 4*(p.words+p.program.Tree.Env) }

func (p *Pool) appendHeader(b []byte, fingerprint uint64) []byte {
	b = binary.LittleEndian.AppendUint32(b, saveVersion)
	b = binary.LittleEndian.AppendUint64(b, fingerprint)
	b = binary.LittleEndian.AppendUint32(b, uint32(p.Len()))
	return binary.LittleEndian.AppendUint32(b, uint32(p.rowBytes()))
}

// savedRows are which bot is in which row.
type savedRows struct {
	Bots   []host.BotID // 0 in a free row
	Bodies []int32
	Free   []int32
}

// SaveRows writes which bots the pool has in which rows. What they remember is left to
// Save.
func (p *Pool) SaveRows(e *state.Encoder) {
	e.Value(&savedRows{p.bots, p.bodies, p.free})
}

// SumUp writes, for a digest, what the tree answered which bot. Rows are left out: who has which
// changes nothing. So are answers of trees that remember nothing, which are asked anew before
// anybody reads them.
func (p *Pool) SumUp(e *state.Encoder) {
	if p.words+p.program.Tree.Env == 0 && p.sleeper == nil {
		return
	}
	all := uint64(0)
	for row, bot := range p.bots {
		if bot != 0 {
			all += digest.Mix(uint64(bot) | uint64(p.status[row])<<32)
		}
	}
	e.Uint64(all)
}

// RestoreRows gives a pool without bots those that SaveRows wrote, in the same rows. Their
// trees begin, as by Add; Load, when all pools have their bots, lets them go on. has
// reports whether a bot of this tree is in a slot of the world.
func (p *Pool) RestoreRows(d *state.Decoder, now Moment, has func(bot host.BotID, slot int32) bool) {
	var s savedRows
	if d.Value(&s); d.Err() != nil {
		return
	}
	if err := s.check(has); err != nil {
		d.Fail("tree %s: %v", p.program.Tree.Name, err)
		return
	}
	for range s.Bots {
		p.freeRow()
	}
	p.bots, p.bodies, p.free = s.Bots, s.Bodies, s.Free
	p.sorted, p.beside = false, false
	for _, row := range slices.Clone(p.Order()) {
		p.begin(row, now)
	}
}

// Has reports whether a row is a bot's.
func (p *Pool) Has(row int32, bot host.BotID) bool {
	return row >= 0 && int(row) < len(p.bots) && p.bots[row] == bot
}

func (s *savedRows) check(has func(host.BotID, int32) bool) error {
	free := make([]bool, len(s.Bots))
	if len(s.Bodies) != len(s.Bots) {
		return fmt.Errorf("%d bots and %d bodies", len(s.Bots), len(s.Bodies))
	}
	for _, row := range s.Free {
		if row < 0 || int(row) >= len(s.Bots) || s.Bots[row] != 0 || free[row] {
			return fmt.Errorf("row %d cannot be free", row)
		}
		free[row] = true
	}
	for row, bot := range s.Bots {
		switch {
		case bot == 0 && !free[row]:
			return fmt.Errorf("row %d belongs to nobody and is not free", row)
		case bot != 0 && !has(bot, s.Bodies[row]):
			return fmt.Errorf("bot %d is not in slot %d", bot, s.Bodies[row])
		}
	}
	return nil
}

// Save writes what all bots of the pool remember. Load brings it back into a
// pool of the same program that has the same bots.
func (p *Pool) Save(w io.Writer) error { return p.save(w, p.program.Tree.Fingerprint()) }

// SaveState is Save without which tree it is, to compare what bots remember of two trees.
// Load refuses it.
func (p *Pool) SaveState(w io.Writer) error { return p.save(w, 0) }

func (p *Pool) save(w io.Writer, fingerprint uint64) error {
	b := p.appendHeader(make([]byte, 0, headerBytes+p.Len()*p.rowBytes()+sumBytes), fingerprint)
	for _, row := range p.Order() {
		b = binary.LittleEndian.AppendUint32(b, uint32(p.bots[row]))
		b = binary.LittleEndian.AppendUint32(b, uint32(p.status[row]))
		due := int64(0)
		if p.sleeper != nil {
			due = p.due[row]
		}
		b = binary.LittleEndian.AppendUint64(b, uint64(due))
		for _, words := range [...][]uint32{p.remembered(row), p.environment(row)} {
			for _, word := range words {
				b = binary.LittleEndian.AppendUint32(b, word)
			}
		}
	}
	b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	sides, err := p.saveSides()
	share, faulty := p.saveShare()
	if err = cmp.Or(err, faulty); err == nil {
		_, err = w.Write(slices.Concat(b, sides, share))
	}
	if err != nil {
		return fmt.Errorf("save tree %s: %w", p.program.Tree.Name, err)
	}
	return nil
}

// saveSides returns the sidecars of all rows as bytes; nothing where there are none.
func (p *Pool) saveSides() ([]byte, error) {
	if p.sidecars == nil {
		return nil, nil
	}
	b := make([]byte, 4)
	for _, row := range p.Order() {
		side, err := p.sidecars.SaveSide(p.side[row])
		if err != nil {
			return nil, unsaved(p.bots[row], err)
		}
		b = binary.LittleEndian.AppendUint32(b, uint32(len(side)))
		b = append(b, side...)
	}
	return sealed(b), nil
}

// unsaved is an error of SaveSide with the bot that it is about.
func unsaved(asked host.BotID, err error) error {
	var u *Unsaved
	if errors.As(err, &u) {
		if asked, err = u.Bot, u.Err; asked == 0 {
			return err
		}
	}
	return fmt.Errorf("bot %d: %w", asked, err)
}

// saveShare returns what the bots share as bytes; nothing where that is not saved.
func (p *Pool) saveShare() ([]byte, error) {
	s, ok := p.sharer.(ShareSaver)
	if !ok {
		return nil, nil
	}
	b, err := s.SaveShare(p.shared)
	if err != nil {
		return nil, err
	}
	return sealed(append(make([]byte, 4), b...)), nil
}

// sealed puts the length of a part in front of it, where there is room of 4 bytes, and a
// CRC-32 behind it.
func sealed(b []byte) []byte {
	binary.LittleEndian.PutUint32(b, uint32(len(b)-4))
	return binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
}

// unseal reads what sealed returned.
func unseal(r io.Reader) ([]byte, error) {
	head := make([]byte, 4)
	if err := readFull(r, head); err != nil {
		return nil, err
	}
	size := binary.LittleEndian.Uint32(head)
	if size > maxPart {
		return nil, errDamaged
	}
	var buf bytes.Buffer
	if _, err := io.CopyN(&buf, r, int64(size)+sumBytes); err != nil {
		return nil, io.ErrUnexpectedEOF
	}
	b, sum := buf.Bytes()[:size], binary.LittleEndian.Uint32(buf.Bytes()[size:])
	if crc32.Update(crc32.ChecksumIEEE(head), crc32.IEEETable, b) != sum {
		return nil, errDamaged
	}
	return b, nil
}

// maxPart bounds what a save may claim that rows keep, or that they share.
const maxPart = 1 << 30

var errDamaged = errors.New("the save is damaged")

// readSides reads what saveSides returned, and returns functions that put it in place.
func (p *Pool) readSides(r io.Reader) (place []func(), err error) {
	if p.sidecars == nil {
		return nil, nil
	}
	b, err := unseal(r)
	if err != nil {
		return nil, err
	}
	for _, row := range p.Order() {
		if len(b) < 4 || uint64(len(b)-4) < uint64(binary.LittleEndian.Uint32(b)) {
			return nil, errDamaged
		}
		n := int(binary.LittleEndian.Uint32(b))
		f, err := p.sidecars.ReadSide(p.side[row], b[4:4+n])
		if err != nil {
			return nil, fmt.Errorf("bot %d: %w", p.bots[row], err)
		}
		place, b = append(place, f), b[4+n:]
	}
	return place, nil
}

// Load reads what Save wrote, and not a byte more. It fails, and changes
// nothing, when the save is damaged, of another tree or of other bots.
func (p *Pool) Load(r io.Reader) error {
	if err := p.load(r); err != nil {
		return fmt.Errorf("load tree %s: %w", p.program.Tree.Name, err)
	}
	return nil
}

func (p *Pool) load(r io.Reader) error {
	b := make([]byte, headerBytes+p.Len()*p.rowBytes()+sumBytes)
	if err := readFull(r, b[:headerBytes]); err != nil {
		return err
	}
	if err := p.checkHeader(b); err != nil {
		return err
	}
	if err := readFull(r, b[headerBytes:]); err != nil {
		return err
	}
	end := len(b) - sumBytes
	if crc32.ChecksumIEEE(b[:end]) != binary.LittleEndian.Uint32(b[end:]) {
		return errDamaged
	}
	rows := p.Order()
	for i, row := range rows {
		saved := host.BotID(binary.LittleEndian.Uint32(b[headerBytes+i*p.rowBytes():]))
		if saved != p.bots[row] {
			return fmt.Errorf("saved with bot %d, wanted bot %d", saved, p.bots[row])
		}
	}
	place, err := p.readSides(r)
	if err != nil {
		return err
	}
	if s, ok := p.sharer.(ShareSaver); ok {
		b, err := unseal(r)
		if err != nil {
			return err
		}
		commit, err := s.ReadShare(p.shared, b)
		if err != nil {
			return err
		}
		place = append(place, commit)
	}
	p.tally(rows, false)
	for i, row := range rows {
		p.loadRow(row, b[headerBytes+i*p.rowBytes()+4:])
	}
	for _, f := range place {
		f()
	}
	p.tally(rows, true)
	return nil
}

func (p *Pool) tally(rows []int32, on bool) {
	if p.sharer == nil {
		return
	}
	x := p.NewExec()
	for _, row := range rows {
		x.Seek(row)
		p.sharer.Tally(&x, on)
	}
}

func readFull(r io.Reader, b []byte) error {
	_, err := io.ReadFull(r, b)
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (p *Pool) checkHeader(b []byte) error {
	version, rows := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[12:])
	switch {
	case version != saveVersion:
		return fmt.Errorf("saved in format %d, wanted %d", version, saveVersion)
	case binary.LittleEndian.Uint64(b[4:]) != p.program.Tree.Fingerprint(),
		binary.LittleEndian.Uint32(b[16:]) != uint32(p.rowBytes()):
		return errors.New("saved from another tree")
	case int(rows) != p.Len():
		return fmt.Errorf("saved with %d bots, wanted %d", rows, p.Len())
	}
	return nil
}

func (p *Pool) loadRow(row int32, b []byte) {
	p.status[row] = host.Status(binary.LittleEndian.Uint32(b))
	if p.sleeper != nil {
		p.due[row] = int64(binary.LittleEndian.Uint64(b[4:]))
	}
	b = b[12:]
	for _, words := range [...][]uint32{p.memory(row), p.environment(row)} {
		for i := range words {
			words[i] = binary.LittleEndian.Uint32(b)
			b = b[4:]
		}
	}
}
