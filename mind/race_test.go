//go:build race

package mind_test

// lossy: the race detector has a sync.Pool lose what it holds at random, so that allocations are
// not counted.
const lossy = true
