package live

import "errors"

// Recover takes a session of which a step or a command panicked back to its last key frame,
// and makes that the present: what came after it is forgotten, as with [Session.Branch]. A
// recording of the session ends before the panic, as that of a program that was killed.
//
// The session gets another Game and World, as with Seek. Recover fails without a history.
func (s *Session) Recover() error {
	s.lock("Recover")
	defer s.mu.Unlock()
	h := &s.history
	if !h.on() {
		return errors.New("the session has no history: Options.History asks for one")
	}
	if s.recorder != nil {
		s.recorder.cut()
	}
	h.stay()
	last := &h.frames[len(h.frames)-1]
	if err := s.jump(last); err != nil {
		return err
	}
	h.last, h.commands = last.tick, h.commands[:h.next]
	if s.listener != nil {
		s.listener.Branched(last.tick)
	}
	return nil
}

// cut ends the recording with what was noted of whole ticks.
func (r *Recorder) cut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended, r.s.recorder = true, nil
	r.flush()
}
