// Package base plays the buildings of Unvanquished: it chooses which is built next and
// where, runs power, fires, repairs, healing and spawns with the lives that they give,
// and ends the match of a team that has none left. It pays and is paid by package
// economy.
package base
