package playback

import "github.com/thicket-sim/thicket/internal/ground/humanize"

// Strips plays the ticks of a run in place of its session. It is an interface so that programs without
// strips do without a server of messages.
type Strips interface {
	Step(digest bool) (uint64, error)
	// Settle brings the session up to date.
	Settle() error
	// Views tells what each strip had to do.
	Views() []StripView
}

// StripView tells what a strip had to do in a run: means of its ticks.
type StripView struct {
	From     float64 `json:"from"` // metres along x
	To       float64 `json:"to"`
	Bots     float64 `json:"bots"`
	Guests   float64 `json:"guests"`        // bodies of others that it was told of
	Crossed  float64 `json:"crossedBytes"`  // sent: bodies that left it, and where bodies are in all
	Halo     float64 `json:"haloBytes"`     // sent: bodies that others may look for
	Touching float64 `json:"touchingBytes"` // sent: bodies that others may touch, and pairs
	TookMS   float64 `json:"ms"`
	WaitedMS float64 `json:"waitedMs"` // of these, for what others sent
}

// strips returns the strips of a run; none where the session plays itself.
func (r *Run) strips() []StripView {
	if r.Strips == nil {
		return nil
	}
	return r.Strips.Views()
}

// strips adds the strips to a summary.
func (s *sheet) strips(all []StripView) {
	if len(all) == 0 {
		return
	}
	var bytes, took, waited float64
	for _, v := range all {
		bytes += v.Crossed + v.Halo + v.Touching
		took += v.TookMS
		waited += v.WaitedMS
	}
	share := 0.0
	if took > 0 {
		share = 100 * waited / took
	}
	s.Row("strips", "%s, which sent each other %s a tick and waited for each other for %.0f %% of the time",
		humanize.Count(int64(len(all)), "process"), humanize.Size(int64(bytes)), share)
}
