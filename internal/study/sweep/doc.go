// Package sweep plays a scene many times, each time with a change or another seed,
// and answers a question with the results.
//
//   - [Load] reads a sweep file: which scene, what is varied in it (its factors), what is
//     measured, how often each point is played, and what is asked.
//   - [Plan] is such a file with its scenes: it makes the scene of each point, and says which
//     runs come next. A run is a value, the point and the number of the repeat: it gives the
//     same row wherever it is played.
//   - [Row] is the result of a run, and [Table] has all of them.
//
// Package engine below it hands runs to workers. The language is on the page docs/sweep.md.
package sweep
