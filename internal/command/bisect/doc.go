// Package bisect finds where two runs part: two recordings, or a recording and this build.
//
// Recordings have digests of each tick by part and body, so that the first tick, and in it
// the bots, are read from the two. What a bot's tree did in that tick is in no recording:
// this build plays one of the two up to it, and watches.
package bisect
