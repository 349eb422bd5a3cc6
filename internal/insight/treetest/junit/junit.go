// Package junit writes the results of tests as JUnit XML, for continuous
// integration.
package junit

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/thicket-sim/thicket/internal/insight/treetest"
)

// The elements of JUnit XML that continuous integration reads.
type (
	suites struct {
		XMLName  xml.Name `xml:"testsuites"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Errors   int      `xml:"errors,attr"`
		Time     string   `xml:"time,attr"`
		Suites   []suite  `xml:"testsuite"`
	}
	suite struct {
		Name     string     `xml:"name,attr"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Errors   int        `xml:"errors,attr"`
		Skipped  int        `xml:"skipped,attr,omitempty"`
		Time     string     `xml:"time,attr"`
		Cases    []testCase `xml:"testcase"`
	}
	testCase struct {
		Class   string  `xml:"classname,attr"`
		Name    string  `xml:"name,attr"`
		File    string  `xml:"file,attr"`
		Line    int32   `xml:"line,attr,omitempty"`
		Time    string  `xml:"time,attr"`
		Failure *detail `xml:"failure"`
		Error   *detail `xml:"error"`
		Skipped *detail `xml:"skipped"`
	}
	detail struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// Write writes a report as JUnit XML.
func Write(w io.Writer, r *treetest.Report) error {
	clock := func(s float64) string { return fmt.Sprintf("%.3f", s) }
	all := suites{Failures: r.Failed, Errors: r.Broken, Time: clock(r.Seconds)}
	for _, f := range r.Files {
		one := suite{Name: f.File, Time: clock(f.Seconds)}
		for _, t := range f.Tests {
			if t.Runs == 0 && !t.Stopped {
				continue
			}
			c := testCase{Class: f.File, Name: t.Name, File: f.File, Line: t.Line, Time: clock(t.Seconds)}
			switch {
			case t.Stopped:
				one.Skipped++
				c.Skipped = &detail{Message: "stopped before its end"}
			case !t.OK:
				one.Failures++
				c.Failure = &detail{Message: t.Failures[0].Why, Text: t.Text()}
			}
			one.Cases = append(one.Cases, c)
		}
		if len(f.Errors) > 0 {
			one.Errors = 1
			one.Cases = append(one.Cases, testCase{Class: f.File, Name: f.File, File: f.File, Time: clock(0), Error: &detail{Message: f.Errors[0], Text: strings.Join(f.Errors, "\n")}})
		}
		one.Tests = len(one.Cases)
		all.Tests += one.Tests
		all.Suites = append(all.Suites, one)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
