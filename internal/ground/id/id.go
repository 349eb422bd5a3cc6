// Package id has the number by which trees and the world name the same body.
//
// Neither may import the other: package host calls it BotID, package components
// ID, and both are this type.
package id

// ID names a bot or a player for good. Ids begin at 1, are given in the order in
// which bodies come, and are never given again; 0 is nobody.
type ID uint32
