package room

import "time"

// rest lets a browser tell what has come, which it cannot while a turn follows another.
func rest() { time.Sleep(time.Millisecond) }
