package cover

import (
	"errors"
	"io"
)

// HTML fails: with html/template the linker keeps every exported method of a program, which a
// browser would have to load.
func HTML(io.Writer, []*File) error { return errors.ErrUnsupported }
