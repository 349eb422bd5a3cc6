package live

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// Deal is a game that is about to be played in strips: see [systems.Strip].
type Deal struct {
	// Ground begins every strip: the scene with all of its files, and no bodies.
	Ground []byte
	// Hands has the bodies that each strip takes.
	Hands   [][]byte
	Options systems.StripOptions
}

// Deal deals the game to so many strips. The session keeps all bodies; PassBy and Lay bring it
// up to date with what the strips play. Deal fails, with all reasons, where strips would not
// make the same game.
func (s *Session) Deal(strips int) (*Deal, error) {
	s.lock("Deal")
	defer s.mu.Unlock()
	switch {
	case s.paused:
		return nil, errors.New("the game is paused, wanted one that goes on")
	case s.history.on() || s.recorder != nil:
		return nil, errors.New("a session that is recorded, or remembers its past, cannot be played in strips")
	}
	if err := s.game.Unsplittable(); err != nil {
		return nil, fmt.Errorf("%s cannot be played in strips:\n%w", s.scene.File, err)
	}
	parts, err := s.parts()
	if err != nil {
		return nil, fmt.Errorf("%s cannot be played in strips: %w", s.scene.File, err)
	}
	var ground bytes.Buffer
	if err := writeSave(&ground, parts[:3]); err != nil {
		return nil, err
	}
	return &Deal{ground.Bytes(), s.game.Deal(strips), s.game.StripOptions(strips)}, nil
}

// OpenStrip makes a strip of a game from the Ground of a [Deal].
func OpenStrip(from []byte, strip systems.StripOptions, o Options) (*systems.Strip, error) {
	parts, err := readSave(bytes.NewReader(from), o.Bounds())
	if err != nil {
		return nil, err
	}
	o.Lenient = true // whoever deals the game has asked for that
	_, _, scene, _, err := ground(parts, o)
	if err != nil {
		return nil, err
	}
	return systems.NewStrip(&scene.Setup, strip)
}

// PassBy takes in a tick that strips have played, with its contacts: see [systems.Game.PassBy].
func (s *Session) PassBy(contacts []session.Contact) error {
	s.lock("PassBy")
	defer s.unlock()
	s.begun = true
	if err := s.game.PassBy(contacts); err != nil {
		return err
	}
	s.pass()
	return nil
}

// Lay takes in what strips hold after the last tick that was passed by: see [systems.Game.Lay].
// It fails where that does not make the digest that they have.
func (s *Session) Lay(held [][]byte, digest uint64) error {
	s.lock("Lay")
	defer s.mu.Unlock()
	if err := s.game.Lay(held); err != nil {
		return err
	}
	if got := s.game.Digest(); got != digest {
		return fmt.Errorf("what the strips hold after tick %d has the digest %016x, and they have %016x", s.game.World.Clock().Tick, got, digest)
	}
	return nil
}
