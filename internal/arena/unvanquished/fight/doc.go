// Package fight is how bodies of Unvanquished hurt each other: whom a bot takes for its best
// enemy, how it aims, when it pulls the trigger and how it moves meanwhile, what buildings do
// to who comes near, and what a team finds out about those of another. It lights fires in
// package base, and bursts the bombs that package economy has thrown.
package fight
