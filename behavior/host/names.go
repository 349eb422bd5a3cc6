package host

// Names of the arena that code outside of it asks for: the arena registers them,
// and a dialect whose scripts speak in other words looks them up in the registry.
// A world without an arena offers none of them.
const (
	// Functions about one body.
	AskRoom    = "room"     // how many more things it can carry
	AskClassOf = "class_of" // the id of its class; the empty text for a player
	AskHasTag  = "has_tag"  // whether it has a tag
	AskHomeX   = "home_x"   // the middle of its home in metres from the left, or Endless
	AskHomeY   = "home_y"   // the middle of its home in metres from the top, or Endless

	// Functions about the world.
	AskNature  = "nature"   // the season, the moon, the weather and so on by their names
	AskSetting = "setting"  // a value of the scene's settings by its name
	AskSpeedAt = "speed_at" // how fast the bot goes at a pace, in metres a second

	// Actions.
	DoStay     = "stay"     // stands where it is
	DoGo       = "go"       // goes to a point at a speed
	DoHead     = "head"     // goes in a direction at a speed
	DoTeleport = "teleport" // is at another point at once
)

// Endless is the answer of the arena's functions for a distance or a coordinate
// (in metres) or a time (in seconds) that does not exist. Real values are
// smaller.
const Endless = 1e9
