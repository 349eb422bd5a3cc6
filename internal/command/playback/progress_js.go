package playback

import "os"

// Progress shows nothing: in a browser there is no terminal.
type Progress struct{ Idle }

// NewProgress begins nothing. Without the bar a program for browsers needs no net/http.
func NewProgress(*os.File, *Run) *Progress { return &Progress{} }
