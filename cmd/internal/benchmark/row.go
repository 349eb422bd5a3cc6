package benchmark

import "github.com/thicket-sim/thicket/ecs"

// Row is the measurement of one case.
type Row struct {
	Scene   Layout `json:"scene"`
	Bots    int    `json:"bots"`
	Workers int    `json:"workers"`
	Ticks   int    `json:"ticks"` // timed
	// NsPerBotTick is the mean tick by wall clock, divided by the bots.
	NsPerBotTick float64 `json:"ns_per_bot_tick"`
	TicksPerS    float64 `json:"ticks_per_s"`
	TickMeanMs   float64 `json:"tick_mean_ms"`
	TickP50Ms    float64 `json:"tick_p50_ms"`
	TickP99Ms    float64 `json:"tick_p99_ms"`
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
	// Phases are nanoseconds a bot in each system, by its name.
	Phases map[string]float64 `json:"phases"`

	// Systems are the names of Phases in the order in which they run.
	Systems []string `json:"-"`
	// Memory is the memory that the game accounts for, by part, in bytes.
	Memory []ecs.Part `json:"-"`
}

// SpeedUp is the speed of a row as a multiple of another one's.
func (r *Row) SpeedUp(over *Row) float64 { return over.TickMeanMs / r.TickMeanMs }
