// Package sourcefile finds and reads the files that sources refer to, on disk, embedded, in
// memory or out of an archive of an earlier run.
package sourcefile
