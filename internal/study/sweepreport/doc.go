// Package sweepreport tells people the results of many runs: as text for a terminal, as
// plots, and as a page that stands alone.
//
// A [Report] is plain data: factors, which were set for a run; measures, the numbers that a
// run gave; and a row for each run. [Report.Text], [Report.Plots] and [Report.HTML] write it.
// Means stand with an interval that holds the true one in 95 of 100 such sweeps. Numbers are
// rounded to what their interval supports.
//
// Points, the settings that runs share, are told one by one where there are at most thirty.
// Where there are more, and in plots, runs are told by the level of each factor, all others
// being what they may be; a range with many values is cut into bins.
//
// What is drawn has the colours of a page, light or dark, by classes of its style sheet. Text
// is drawn as text. An axis is a number from 0 to 1 for the plotting library, which then meets
// neither numbers too large for it nor ranges without length.
//
// Non-goals: the package knows no scenes, runs nothing, and answers no question: the
// answer comes with the data.
package sweepreport
