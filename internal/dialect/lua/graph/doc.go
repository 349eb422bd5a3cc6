// Package graph writes all that the scripts of a state keep as bytes, reads it into another state,
// and weighs it.
package graph
