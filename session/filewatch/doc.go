// Package filewatch tells when files may have changed.
//
// A [Watcher] is given the files that something was made from, such as those of
// a session, and says so on a channel when one of them was
// written, replaced, removed or made. Editors replace files by renaming others,
// and write them in several steps: folders are watched, not files, and a change
// is told when it has been quiet for a moment, but no later than a second after
// it began.
//
// It tells too much rather than too little: whoever is told reads the files and
// compares.
package filewatch
