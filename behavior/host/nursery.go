package host

// Nursery is a World in which the trees themselves make bots come and go, as scripts
// do whose creatures are born and go inside. It is called by trees that run alone,
// while they think.
type Nursery interface {
	// Bear makes a bot of a class appear at a point, in metres, before the next tick.
	// The class is one whose id or prefab is the name. It returns the id of the bot to
	// come, or 0 where there is no such class or the class is full.
	Bear(class string, x, y float32) BotID
	// Settle moves a bot that has not appeared yet to another point, in metres.
	Settle(id BotID, x, y float32)
	// Vanish takes a body away before the next tick.
	Vanish(body int32)
	// Hide takes a body out of sight, or puts it back: while it is hidden nobody sees
	// or meets it and nothing hurts it, and it does not move.
	Hide(body int32, hidden bool)
}
