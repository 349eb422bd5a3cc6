package host

// Vitals are the health of a body and what its class begins with.
type Vitals struct {
	Points, Full float32 // health; a Full of 0 cannot be hurt
	Armour       float32 // the share of damage that the class keeps off
	Hunger       float32 // 0 sated to 1 starving
	Lasts        float32 // seconds from sated to starving; 0: never hungry
	Starves      float32 // points a second that one loses that starves
	Damage       float32 // points of a blow with its first weapon; 0 without one
	Range        float32 // metres that it reaches
	Cooldown     float64 // seconds between two blows
	Foes         bool    // there are bodies that it fights
	Dead         bool
}

// Vital is a World whose bodies have health and weapons.
type Vital interface {
	Vitals(body int32) Vitals
}
