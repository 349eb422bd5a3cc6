package benchmark

import "github.com/thicket-sim/thicket/internal/ecs"

// Row is the measurement of one case.
type Row struct {
	Source  string `json:"source"` // what was measured: crowd, siege, a file
	Scene   Layout `json:"scene"`
	Bots    int    `json:"bots"`
	Workers int    `json:"workers"`
	Warm    int    `json:"warm"`  // ticks played before
	Ticks   int    `json:"ticks"` // timed
	// NsPerBotTick is the mean tick by wall clock, divided by the bots.
	NsPerBotTick float64 `json:"ns_per_bot_tick"`
	TicksPerS    float64 `json:"ticks_per_s"`
	TickMeanMs   float64 `json:"tick_mean_ms"`
	TickP50Ms    float64 `json:"tick_p50_ms"`
	TickP99Ms    float64 `json:"tick_p99_ms"`
	// CPUNsPerBotTick is the processor time of a tick, divided by the bots: of the
	// blocks of ticks the median. It is nil with several workers, and where the
	// operating system does not tell it.
	CPUNsPerBotTick *float64 `json:"cpu_ns_per_bot_tick"`
	// CPUTail is the processor time of the slowest tick in a hundred as a multiple of
	// the usual one's; nil where CPUNsPerBotTick is.
	CPUTail *float64 `json:"cpu_p99_to_p50"`
	// BytesPerBot is the live heap with the game less that without it, divided
	// by the bots.
	BytesPerBot float64 `json:"bytes_per_bot"`
	// AllocsPerTick is a whole number, as testing.AllocsPerRun counts.
	AllocsPerTick int64 `json:"allocs_per_tick"`
	// NaiveRatio is the time of the naive reference as a multiple of the game's:
	// medians over blocks of ticks that take turns. It is nil except on the
	// uniform layout of scenes that the reference can play. With one worker both
	// are processor time, where the operating system tells it.
	NaiveRatio *float64 `json:"naive_ratio"`
	// ScalarRatio is the time without vector instructions as a multiple, measured
	// as NaiveRatio is, on the same game. It is nil where none are used: on
	// other processors, and where no bots think in groups.
	ScalarRatio *float64 `json:"scalar_ratio"`
	// BotsPerGroup says how full groups of up to 64 are, on average; nil where bots
	// think one by one.
	BotsPerGroup *float64 `json:"bots_per_group"`
	// Phases are nanoseconds a bot in each system, by its name.
	Phases map[string]float64 `json:"phases"`

	// MemoryPerBot is the memory that the game accounts for, by part, in bytes a bot.
	MemoryPerBot map[string]float64 `json:"memory_per_bot"`

	part int // of Run, which one

	// Systems are the names of Phases in the order in which they run.
	Systems []string `json:"-"`
	// Memory is the memory that the game accounts for, by part, in bytes.
	Memory []ecs.Part `json:"-"`
}

// SpeedUp returns the speed of a row as a multiple of another one's.
func (r *Row) SpeedUp(over *Row) float64 { return over.TickMeanMs / r.TickMeanMs }

// Tail returns the slowest tick in a hundred as a multiple of the usual one: by the
// processor's clock where that was measured.
func (r *Row) Tail() float64 {
	if r.CPUTail != nil {
		return *r.CPUTail
	}
	return r.TickP99Ms / r.TickP50Ms
}
