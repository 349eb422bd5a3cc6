package script

import (
	"sync"
	"testing"

	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// Games that need a file of Thicket's own for the first time at once run the same one: digests
// and saves name functions by their chunk.
func TestGamesShareOwnFiles(t *testing.T) {
	for range 50 {
		chunks.Clear()
		var all [4]*machine.Chunk
		var ready, done sync.WaitGroup
		ready.Add(len(all))
		for i := range all {
			done.Go(func() {
				ready.Done()
				ready.Wait()
				all[i] = OwnChunk(Homes()["FindEntity"])
			})
		}
		done.Wait()
		for _, c := range all {
			if c == nil || c != all[0] {
				t.Fatalf("games have files of their own: %v", all)
			}
		}
	}
}
