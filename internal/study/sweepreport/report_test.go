package sweepreport

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/golden"
	stats "github.com/thicket-sim/thicket/internal/study/estimate"
)

type plainStyle struct{}

func (plainStyle) Bold(s string) string { return s }
func (plainStyle) Dim(s string) string  { return s }

// sweep has points where the first measure grows with the speed, and the second is 1 the
// more often the fewer seekers there are.
func sweep(speeds, seeds int) *Report {
	r := &Report{
		Title: "How fast must they run?", Answer: `speedMps 6.4 (95 %: 6.1 to 6.8) makes tag last 60 s.`,
		Notes:    []string{"one letter was left"},
		Factors:  []Factor{{Name: "speedMps", Unit: "m/s"}, {Name: "seekers", Levels: []string{"one", "a <pair>", "crowd"}}},
		Measures: []Measure{{Name: "lasts", Unit: "s"}, {Name: "caught", Range: stats.Range{High: 1}}},
		StepOf:   "speedMps", Facts: [][2]string{{"scene", "tag"}, {"took", "12 s"}},
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for p := range speeds * 3 {
		speed, k := 4+4*float64(p/3)/float64(max(1, speeds-1)), p%3
		for range seeds {
			caught := 0.0
			if rng.Float64() < 0.9-0.3*float64(k) {
				caught = 1
			}
			r.Rows = append(r.Rows, Row{Point: p, At: []float64{speed, float64(k)}, Values: []float64{9*speed - 5*float64(k) + 4*rng.NormFloat64(), caught}})
		}
	}
	for i := range 8 {
		r.Steps = append(r.Steps, Step{Runs: 10 * (i + 1), Value: 6.4 + 1/float64(i+1), Low: 6.4 - 2/float64(i+1), High: 6.4 + 3/float64(i+1)})
	}
	return r
}

func TestText(t *testing.T) {
	golden.Test(t, "testdata/text.txtar", func(t *testing.T, file string, _ golden.Documents) string {
		var r *Report
		switch file {
		case "points":
			r = sweep(2, 8)
			r.Rows[3].Failed, r.Rows[9].Failed, r.Rows[10].Failed = "no such place", "no such place", "too long"
			r.Rows[20].Values[0] = math.NaN()
		case "bins":
			r = sweep(30, 3)
		case "bare":
			r = &Report{Measures: []Measure{{Name: "n"}}, Rows: []Row{{Values: []float64{12345}}}}
		}
		var b bytes.Buffer
		if err := r.Text(&b, plainStyle{}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	})
}

func TestEstimateOfOneValue(t *testing.T) {
	if e := meanOf([]float64{7}, stats.Range{High: 60}); e.known() || e.mean != 7 || e.String() != "7" {
		t.Errorf("one value: %v", e)
	}
}

// Points stand in the order of their factors, in whichever order a search asked for them.
func TestPointsStandInOrder(t *testing.T) {
	r := &Report{Factors: []Factor{{Name: "speed"}}, Measures: []Measure{{Name: "n"}}}
	for i, at := range []float64{4, 1, 2.5} {
		r.Rows = append(r.Rows, Row{Point: i, At: []float64{at}, Values: []float64{10 * at}})
	}
	var got []string
	for _, row := range r.tables()[0].rows {
		got = append(got, strings.Join(row, " "))
	}
	if want := []string{"1 1 10", "2.5 1 25", "4 1 40"}; !slices.Equal(got, want) {
		t.Errorf("%q, wanted %q", got, want)
	}
}

func TestNumbersAreAsExactAsTheirInterval(t *testing.T) {
	for want, e := range map[string]estimate{
		"6.4 (6.1 to 6.8)":                {n: 5, mean: 6.44, low: 6.1, high: 6.8},
		"6.41 (6.29 to 6.54)":             {n: 5, mean: 6.414, low: 6.29, high: 6.54},
		"12,300 (11,900 to 12,800)":       {n: 5, mean: 12345, low: 11900, high: 12800},
		"1.23e+09 (1.20e+09 to 1.26e+09)": {n: 5, mean: 1.234e9, low: 1.204e9, high: 1.264e9},
		"–":                               {mean: math.NaN(), low: math.NaN(), high: math.NaN()},
		"7":                               {n: 1, mean: 7, low: math.NaN(), high: math.NaN()},
		"0.0 (-0.4 to 0.4)":               {n: 5, mean: -0.01, low: -0.4, high: 0.4},
		"38 (33 to 43), ≥ 60 in 9 of 90":  {n: 90, mean: 38, low: 33, high: 43, late: 9, from: 60, to: 60, upTo: 60, left: 0.1},
		"38 (33 to 43) up to 48, ≥ 2.53 to 60 in 9 of 90": {n: 90, mean: 38, low: 33, high: 43, late: 9, from: 2.5333, to: 60, upTo: 48, left: 0.1},
		"≥ 60 in 46 of 90": {n: 90, mean: 55, low: 53, high: 57, late: 46, from: 60, to: 60, upTo: 60, left: 46. / 90},
	} {
		if got := e.String(); got != want {
			t.Errorf("%v is %q, wanted %q", [3]float64{e.mean, e.low, e.high}, got, want)
		}
	}
}

func TestPlots(t *testing.T) {
	r := sweep(5, 6)
	want := map[string]string{
		"convergence": "speedMps after each round", "effect-speedMps-lasts": "lasts (s) by speedMps (m/s)", "effect-speedMps-caught": "caught by speedMps",
		"effect-seekers-lasts": "most", "effect-seekers-caught": "caught by seekers", "heat-speedMps-seekers": "Mean lasts (s) by speedMps",
		"distribution-lasts": "90 runs", "distribution-caught": "0 to 1",
	}
	plots := r.Plots()
	if len(plots) != len(want) {
		t.Errorf("%d plots, wanted %d", len(plots), len(want))
	}
	for _, p := range plots {
		if !strings.Contains(p.Alt, want[p.Name]) || want[p.Name] == "" {
			t.Errorf("%s: %q, wanted %q", p.Name, p.Alt, want[p.Name])
		}
		wellFormed(t, p)
		if p.Name == "effect-seekers-lasts" && !strings.Contains(string(p.SVG), ">a &lt;pair&gt;</text>") {
			t.Errorf("%s does not name a level:\n%s", p.Name, p.SVG)
		}
	}
}

func wellFormed(t *testing.T, p Plot) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(p.SVG))
	for {
		_, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
	}
	if bytes.Contains(p.SVG, []byte("NaN")) || bytes.Contains(p.SVG, []byte("Inf")) {
		t.Errorf("%s has a place that is no number", p.Name)
	}
}

func TestNothingBreaksAReport(t *testing.T) {
	long := Factor{Name: strings.Repeat("long ", 40)}
	for i := range 20 {
		long.Levels = append(long.Levels, fmt.Sprintf("%s\x1b%d", strings.Repeat("level ", 20), i))
	}
	rows := func(values ...float64) (all []Row) {
		for i, v := range values {
			all = append(all, Row{Point: i, At: []float64{v, float64(i)}, Values: []float64{v, -v}})
		}
		return all
	}
	two := []Measure{{Name: "a"}, {Name: "a", Unit: "<s>"}}
	for name, r := range map[string]*Report{
		"nothing":     {},
		"no rows":     {Factors: []Factor{{Name: "f"}}, Measures: two},
		"one row":     {Factors: []Factor{{Name: "f"}, long}, Measures: two, Rows: rows(3)},
		"no measures": {Factors: []Factor{{Name: "f"}}, Rows: rows(1, 2)},
		"no numbers":  {Factors: []Factor{{Name: "f"}}, Measures: two, Rows: rows(math.NaN(), math.NaN())},
		"failed":      {Measures: two, Rows: []Row{{Failed: "a <b>"}, {Failed: "c"}}},
		"one level":   {Factors: []Factor{{Name: "f", Levels: []string{"x"}}}, Measures: two, Rows: []Row{{At: []float64{0}, Values: []float64{1, 2}}, {At: []float64{5}, Values: []float64{1}}}},
		"long":        {Factors: []Factor{{Name: "f"}, long}, Measures: two, Rows: rows(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20)},
		"huge":        {Factors: []Factor{{Name: "f"}}, Measures: two, Rows: rows(math.MaxFloat64, -math.MaxFloat64, 0, math.Inf(1))},
		"tiny":        {Factors: []Factor{{Name: "f"}}, Measures: two, Rows: rows(5e-324, 1e-323, 1e-310, -5e-324)},
		"near":        {Factors: []Factor{{Name: "f"}}, Measures: two, Rows: rows(1, math.Nextafter(1, 2), math.Nextafter(1, 0))},
		"steps":       {Steps: []Step{{Runs: 1, Value: math.NaN(), Low: 1, High: 2}, {Runs: 1, Value: 1, Low: math.NaN(), High: 2}, {Runs: 2, Value: 2, Low: 1, High: 1e300}}},
	} {
		t.Run(name, func(t *testing.T) {
			var text, page bytes.Buffer
			if err := r.Text(&text, plainStyle{}); err != nil {
				t.Fatal(err)
			}
			if err := r.HTML(&page); err != nil {
				t.Fatal(err)
			}
			if strings.ContainsRune(text.String()+page.String(), '\x1b') {
				t.Error("a name moves the cursor")
			}
			if strings.Contains(text.String(), "NaN") || strings.Contains(text.String(), "Inf") {
				t.Errorf("what is no number is shown:\n%s", &text)
			}
			seen := map[string]bool{}
			for _, p := range r.Plots() {
				wellFormed(t, p)
				if seen[p.Name] {
					t.Errorf("two plots are called %s", p.Name)
				}
				seen[p.Name] = true
			}
		})
	}
}

func TestPage(t *testing.T) {
	r := sweep(5, 6)
	r.Rows[0].Failed = "<script>alert(1)</script>"
	var b bytes.Buffer
	if err := r.HTML(&b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if n := strings.Count(page, "<figure><svg"); n != len(r.Plots()) || n != strings.Count(page, `role="img" aria-label="`) || n != strings.Count(page, "<figcaption>") {
		t.Errorf("%d figures on the page, wanted %d with a name and a caption each", n, len(r.Plots()))
	}
	for _, not := range []string{"<script", "src=", "href=", "url("} {
		if strings.Contains(page, not) {
			t.Errorf("the page has %q", not)
		}
	}
	_, body, _ := strings.Cut(page, "</h1>")
	if !strings.HasPrefix(strings.TrimSpace(body), `<p class="answer">speedMps 6.4`) {
		t.Errorf("the page does not begin with the answer: %.200s", body)
	}
}
