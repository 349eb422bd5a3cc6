// Package filewatch tells when files may have changed.
//
// A [Watcher] is given files, such as those of a session, and sends on a channel
// when one of them was written, replaced, removed or made. Editors replace files by
// renaming others, and write them in several steps: folders are watched, not files,
// and a change is told a tenth of a second after the last event, but no later than a
// second after the first.
//
// It tells too much rather than too little: the receiver reads the files and compares,
// as Session.Reload does.
package filewatch
