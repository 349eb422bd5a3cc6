package live

import (
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// Reloaded tells what came of a [session.Reload].
type Reloaded struct {
	Changes []scenes.Change
	// Notices are new oddities of the files, and changes that have to wait until the
	// scene is started again.
	Notices syntax.ErrorList
}

// Reload is Do with the command of that name.
func (s *Session) Reload() (*Reloaded, error) {
	if err := s.Do(&session.Reload{}); err != nil {
		return &Reloaded{}, err
	}
	return &s.reloaded, nil
}

// Files lists the files that the session was made from, which Reload reads.
func (s *Session) Files() []scenes.File {
	s.lock("Files")
	defer s.mu.Unlock()
	return s.scene.Files()
}

func (s *Session) doReload(*session.Reload) (session.Reply, error) {
	r, err := s.scene.Revise(s.game.Pools.Runs)
	if err != nil {
		return session.Reply{}, err
	}
	if err := s.game.Tuning.CheckRevision(&r.Revision); err != nil {
		return session.Reply{}, err
	}
	done := s.game.Revise(&r.Revision)
	s.scene.Adopt(r)
	s.notePrograms()
	s.reloaded = Reloaded{r.Changes(done), r.Notices}
	return session.Reply{Note: s.reloaded.String()}, nil
}

// changes says what was reloaded and for how many bots.
func (c *Reloaded) changes() string {
	var all []string
	for _, change := range c.Changes {
		all = append(all, change.String())
	}
	if len(all) == 0 {
		return "nothing has changed"
	}
	return "reloaded " + strings.Join(all, ", ")
}

// String tells what was reloaded, for how many bots, and the notices.
func (c *Reloaded) String() string {
	text := c.changes()
	for _, n := range c.Notices {
		text += fmt.Sprintf("; %v", n)
	}
	return text
}
