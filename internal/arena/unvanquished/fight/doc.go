// Package fight plays the fights of Unvanquished: it chooses a bot's best enemy, aims, pulls
// the trigger and moves the bot meanwhile, has buildings strike enemies that come near, and
// tells a team which buildings of the other it has found. It lights fires in package base,
// and bursts the bombs that package economy has thrown.
package fight
