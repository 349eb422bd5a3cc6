package herd

import "math"

// joinBelow is the number of bots two leaves have at most that become one. It is less
// than a group holds, so that a bot that goes and comes does not cut and join in
// turn.
const joinBelow = 56

// split cuts a leaf in two with about half of its bots each. To add one may split
// another leaf, so that several lists can be in use.
func (h *Herd) split(leaf int32) {
	var room []bot
	if n := len(h.rooms); n > 0 {
		room, h.rooms = h.rooms[n-1], h.rooms[:n-1]
	}
	all := h.empty(leaf, room[:0])
	h.spots = spotsOf(all, h.spots)
	h.cut(leaf, h.spots, len(all)/2)
	for i := range all {
		h.add(&all[i])
	}
	h.rooms = append(h.rooms, all)
}

// join makes one leaf of a leaf and the one beside it while both together have few
// bots, and goes on with that one.
func (h *Herd) join(leaf int32) {
	for leaf != 0 {
		leaf = h.cells[leaf].parent
		q := &h.cells[leaf]
		low, high := &h.cells[q.kids], &h.cells[q.kids+1]
		if low.kids != 0 || high.kids != 0 || low.count+high.count > joinBelow {
			return
		}
		var room [joinBelow]bot
		all := h.empty(q.kids+1, h.empty(q.kids, room[:0]))
		h.spare = append(h.spare, q.kids)
		q.kids, q.head, q.count = 0, -1, 0
		for i := range all {
			h.sit(leaf, &all[i])
		}
	}
}

// empty takes the bots of a leaf out of their groups, appends them to a list and
// ends the groups.
func (h *Herd) empty(leaf int32, list []bot) []bot {
	q := &h.cells[leaf]
	for q.head >= 0 {
		gi := q.head
		gr := h.group(gi)
		for lane := range gr.n {
			list = append(list, h.set.bot(gr, lane))
		}
		gr.n = 0
		for f := range h.set.planes {
			if p := &h.set.planes[f]; p.used {
				p.bits[h.class][gi] = 0
			}
		}
		h.dropGroup(gi)
	}
	q.count = 0
	return list
}

// slivers says how many of the thinnest cells that a cut leaves would fill the longer
// side. There must be some bound, so that cells become smaller where bots are on one
// spot. With 16, bots that stand close together in a part of their leaf are not cut in
// halves: after 3,000 ticks of crowd groups hold 42 bots, and with 4096 they hold 50.
const slivers = 4096

// spot says where a bot is, and which one of a list it is.
type spot struct {
	at [2]float32 // x and y, metres
	i  int32
}

// spotsOf returns the spots of some bots, in memory that is used again.
func spotsOf(bots []bot, room []spot) []spot {
	room = room[:0]
	for i := range bots {
		room = append(room, spot{[2]float32{bots[i].x, bots[i].y}, int32(i)})
	}
	return room
}

// sampled is the number of bots of a longer list say where it is cut. The 2 % of them that
// may be on the wrong side matter little to lists that are cut again.
const sampled = 4096

// cut makes two cells of an empty leaf, so that k of these bots belong to the
// first, about and as far as slivers allows. It puts the bots of the first before the
// others and returns how many they are.
func (h *Herd) cut(leaf int32, bots []spot, k int) (low int) {
	kids := h.twoCells()
	q := &h.cells[leaf]
	axis, from, side := 1, q.y, q.h
	if q.w >= q.h {
		axis, from, side = 0, q.x, q.w
	}
	h.keys = h.keys[:0]
	step := max(len(bots)/sampled, 1)
	for i := 0; i < len(bots); i += step {
		h.keys = append(h.keys, bots[i].at[axis])
	}
	k /= step
	at := min(max(nth(h.keys, k), from+float32(side/slivers)), from+side-float32(side/slivers))
	if at <= from || at >= from+side { // a sliver is less than what positions can tell apart
		if at = from + float32(side/2); at <= from { // no leaf may begin where the one before it does
			at = math.Nextafter32(from, math.MaxFloat32)
		}
	}
	first := cell{x: q.x, y: q.y, w: q.w, h: q.h, head: -1, parent: leaf, depth: q.depth + 1}
	second := first
	if q.w >= q.h {
		first.w = at - q.x
		second.x, second.w = at, q.x+q.w-at
	} else {
		first.h = at - q.y
		second.y, second.h = at, q.y+q.h-at
	}
	h.cells[kids], h.cells[kids+1] = first, second
	q.kids = kids
	for i := range bots {
		if bots[i].at[axis] < at {
			bots[i], bots[low] = bots[low], bots[i]
			low++
		}
	}
	return low
}

// nth returns the number that would be at place k if the list were sorted; it changes
// the order of the list (Hoare's FIND).
func nth(list []float32, k int) float32 {
	for lo, hi := 0, len(list)-1; lo < hi; {
		pivot, i, j := list[(lo+hi)/2], lo, hi
		for i <= j {
			for list[i] < pivot {
				i++
			}
			for list[j] > pivot {
				j--
			}
			if i <= j {
				list[i], list[j] = list[j], list[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return list[k]
		}
	}
	return list[k]
}

func (h *Herd) twoCells() int32 {
	if n := len(h.spare); n > 0 {
		first := h.spare[n-1]
		h.spare = h.spare[:n-1]
		return first
	}
	first := int32(len(h.cells))
	h.cells = append(h.cells, make([]cell, 2)...)
	return first
}
