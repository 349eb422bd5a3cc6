package main

import (
	"bufio"
	"io"
	"os"
)

// output is a file that a run writes, or standard output.
type output struct {
	*bufio.Writer
	path  string
	what  string // it holds, for the summary
	bytes int64
	file  *os.File // nil: standard output
}

// create makes a file; - is standard output.
func create(path string, stdout io.Writer) (*output, error) {
	o := &output{path: path}
	var to io.Writer = stdout
	if path != "-" {
		f, err := os.Create(path)
		if err != nil {
			return nil, err
		}
		o.file, to = f, f
	}
	o.Writer = bufio.NewWriterSize(&counter{to, &o.bytes}, 1<<18)
	return o, nil
}

// close writes out what is left.
func (o *output) close() error {
	err := o.Flush()
	if o.file != nil {
		if e := o.file.Close(); err == nil {
			err = e
		}
	}
	return err
}

// counter counts the bytes that go to a writer.
type counter struct {
	io.Writer
	n *int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	*c.n += int64(n)
	return n, err
}
