// Package base is the buildings of Unvanquished, and what they do for their team: what is
// built next and where, power, fires and repairs, healing, spawns and the lives that they
// give, and the match that ends without them. It pays and is paid by package economy.
package base
