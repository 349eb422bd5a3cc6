package session

// History bounds what a session remembers of its past, see thicket.Session.SeekTick. It keeps as much
// as both limits allow.
type History struct {
	Seconds float64 // of simulated time; 0: no history
	Bytes   int64   // of key frames, about; 0 means 256 MB
}
