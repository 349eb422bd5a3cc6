package benchmark

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

// A plot is whole XML, names every curve, and has all of its points on the picture.
func TestPlot(t *testing.T) {
	rows := []Row{
		{Scene: "uniform", Workers: 1, Bots: 100_000, NsPerBotTick: 40}, {Scene: "uniform", Workers: 1, Bots: 1000, NsPerBotTick: 60},
		{Scene: "<tag & more>", Workers: 2, Bots: 1000, NsPerBotTick: 0.8}, {Scene: "uniform", Workers: 2, Bots: 1000, NsPerBotTick: 0},
	}
	var b bytes.Buffer
	if err := Plot(&b, "crowd", rows); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for d := xml.NewDecoder(&b); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"crowd: time for a bot and tick", ">uniform, 1 worker<", ">&lt;tag &amp; more&gt;, 2 workers<", ">10,000<", ">1<", "stroke-dasharray"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || strings.Contains(text, ">uniform, 2 workers<") {
		t.Errorf("a row without a time is drawn:\n%s", text)
	}
	b.Reset()
	if err := Plot(&b, "crowd", nil); err != nil || strings.Contains(b.String(), "NaN") {
		t.Errorf("without rows: %v\n%s", err, b.String())
	}
}
