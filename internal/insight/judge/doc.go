// Package judge tells what a tree can do without running it: what a node may answer,
// which of its children may ever be asked, and what it asks itself.
//
// Each dialect judges its own nodes, by the truths in its table of ops; package lint draws
// conclusions from that and knows no dialect. What a dialect does not know it leaves open:
// any answer, all children, no test. So a conclusion may be missing, and is never wrong.
package judge
