package playback

import (
	"github.com/thicket-sim/thicket/internal/ground/humanize"
	"github.com/thicket-sim/thicket/internal/ground/wholefile"
)

// saver writes the session to a file at the end of the run and, where it is asked to, every
// so often before. A game that is played in strips it saves at the beginning, too: any of them
// may end before the run does.
type saver struct {
	Idle
	out  *File
	path string
	// every is after how many ticks it saves; 0: at the end only.
	every int64
	first bool // it is yet to save at the beginning
	err   error
}

var _ Observer = (*saver)(nil)

// kept is a save that is in its file.
type kept struct {
	path string
	tick int64
}

func newSaver(f *File, r *Run) Observer {
	s := &saver{out: f, path: f.path, every: r.SaveEvery, first: r.Strips != nil && f.path != Stdout}
	s.err = r.Session.CanSave() // told now, and not after an hour
	return s
}

// Before fails where the session cannot be saved.
func (s *saver) Before(r *Run) error {
	if s.first && s.err == nil {
		s.first, s.err = false, s.save(r)
	}
	return s.err
}

// After saves where it is time to. The file is that of the last time until the new one is
// whole.
func (s *saver) After(r *Run) error {
	if s.every == 0 || r.Done()%s.every != s.every-1 || r.Done() == r.Ticks-1 {
		return nil
	}
	s.err = s.save(r)
	return s.err
}

func (s *saver) save(r *Run) error {
	if err := r.Settle(); err != nil {
		return err
	}
	f, err := wholefile.Create(s.path)
	if err == nil {
		defer f.Abort()
		if err = r.Session.Save(f); err == nil {
			err = f.Commit()
		}
	}
	if err == nil {
		r.kept = &kept{s.path, r.Session.World().Clock().Tick}
	}
	return err
}

// Close saves the session as it is at the end. Where strips have failed it is not known how
// that is.
func (s *saver) Close(r *Run) (Written, error) {
	err := s.err
	if err == nil && r.Strips != nil {
		err = r.Err()
	}
	if err == nil {
		err = r.Session.Save(s.out)
	}
	return s.out.Finish("tick "+humanize.Thousands(r.Session.World().Clock().Tick), err)
}

// Kept returns the file in which the game was saved last before the end of the run, and its tick
// then.
func (r *Run) Kept() (path string, tick int64, ok bool) {
	if r.kept == nil {
		return "", 0, false
	}
	return r.kept.path, r.kept.tick, true
}
