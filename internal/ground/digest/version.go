package digest

import "fmt"

// Version is counted up when digests of the same game become others, because they are made of other
// things. Everything that is compared with a digest from before, such as saves, recordings and results
// of sweeps, is refused then.
const Version = 3

// Last ends the sentence that refuses what an older Thicket wrote: its digests were made of other
// things.
func Last(what string) string {
	return "; play the " + what + " with the commit ea303f58 of Thicket, the last one that reads it"
}

// Check refuses what was written with digests of another version.
func Check(what string, version int64) error {
	switch {
	case version < Version:
		return fmt.Errorf("made by an older Thicket: digests of version %d, this one makes %d%s", version, Version, Last(what))
	case version > Version:
		return fmt.Errorf("made by a newer Thicket: digests of version %d, this one makes %d", version, Version)
	}
	return nil
}
