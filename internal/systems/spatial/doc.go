// Package spatial answers where others are: the nearest of a set of points, and all
// of them within a radius.
//
// Field says how far apart two points are, on a rectangle or a torus. Index holds a
// set of points and is built anew every tick. Its answers are those of a plain scan
// with Field.Dist2, to the last bit, ties included (the lowest ID wins); other
// stores are tested against it.
//
// The index is a grid made by counting sort: about two points a cell, each cell's
// points lying together in memory. A cell that is left with too many points becomes
// a grid of its own, over the bounding box of its points, and so on down, until the
// points of a cell are few or all on one spot. So cells follow density, and a crowd
// costs a query little more than a plain. A grid was taken over a k-d tree because
// it builds in linear time, which counts when it is built every tick.
//
// Cells are powers of two metres wide and begin at multiples of their width. So the
// cell of a point and the edges of a cell are exact, an edge is never measured
// farther away than the points behind it, and a search needs no safety margin: it
// stops at the first cell that is strictly farther than the best found.
//
// A search sweeps row by row away from the query, and in a row cell by cell. An
// empty cell says how far the nearest occupied one of its row is, and rows run
// along the longer side, so that a hole in the middle of a scene costs about as
// many steps as there are rows, not as there are cells. On a torus the search is
// repeated for those images of the query that the bounding box of the members does
// not rule out.
//
// Not here: points that move between builds, queries for more than one nearest,
// filters (build one index per filter).
package spatial
