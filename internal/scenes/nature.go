package scenes

import (
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// nature reads the season, the moon and the weather of the scene.
func (d *decoder) nature(o *markup.Object) {
	n := arena.NewNature()
	d.scene.Arena.Nature = n
	nature := o.Node("nature").Object(d.list, "nature")
	if nature == nil {
		return
	}
	n.On, n.Clock, n.Cave = true, nature.Bool("clock", false), nature.Bool("cave", false)
	for i, season := range arena.Seasons() {
		n.Days[i] = float64(nature.Int(season, int64(n.Days[i]), 0, 1_000_000))
	}
	for _, k := range arena.NatureKeys() {
		v := nature.Node(k.Name)
		if v == nil {
			continue
		}
		key, value, err := arena.CheckNature(k.Name, v.Value())
		if err != nil {
			d.list.Errorf(v.Span, "%s", err.Msg).Hint = err.Hint
			continue
		}
		n.Set(key, value)
	}
	nature.Done()
	if n.Clock && d.scene.Arena.Day.Length > 0 {
		d.list.Errorf(nature.KeySpan("clock"), "clock: the scene has the key day, which says how long one is")
	}
	if n.Days[n.Season] == 0 && n.Left == 0 {
		d.list.Errorf(nature.Span(), "the scene begins in %s, which has no days", arena.Seasons()[n.Season])
	}
	d.scene.Arena.Nature = n
}
