package live

import (
	"fmt"

	"github.com/thicket-sim/thicket/internal/ground/state"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// roundSection has the number of restarts; it is missing where there were none.
const roundSection = "round"

// Round returns the number of the round that is played, from 1.
func Round(s *Session) int {
	s.lock("Round")
	defer s.mu.Unlock()
	return s.restarts + 1
}

// restart makes the session's game that of the next round.
func restart(s *Session, c *session.Restart) (session.Reply, error) {
	setup := &s.scene.Setup
	setup.Seed++
	next, ids, err := s.game.Again(func(g *systems.Game) error {
		if s.options.Prepare != nil {
			if err := s.options.Prepare(g); err != nil {
				return fmt.Errorf("%s: Options.Prepare: %w", s.scene.File, err)
			}
		}
		g.Journal.Listen(s.listener != nil)
		return nil
	})
	if err != nil {
		setup.Seed--
		return session.Reply{}, err
	}
	s.game.Close()
	s.game, s.due, s.paused = next, 0, s.paused || c.Wait
	s.restarts++
	s.news.kept, s.news.notices = 0, 0
	if s.listener != nil {
		s.listener.Branched(-1)
	}
	note := fmt.Sprintf("round %d, with the seed %d", s.restarts+1, setup.Seed)
	s.history.stay()
	s.history = history{}
	if err := s.beginHistory(); err != nil {
		s.history = history{}
		note += fmt.Sprintf("; %v", err)
	}
	return session.Reply{IDs: ids, Note: note}, nil
}

// readRound reads how often a session was restarted, and returns the parts that follow.
func readRound(parts []systems.Saved) (restarts int, rest []systems.Saved, err error) {
	if len(parts) == 0 || parts[0].Name != roundSection {
		return 0, parts, nil
	}
	err = read(parts[0], func(d *state.Decoder) {
		if restarts = int(d.Uint32()); restarts < 1 {
			d.Fail("%d restarts, wanted 1 or more", restarts)
		}
	})
	return restarts, parts[1:], err
}
