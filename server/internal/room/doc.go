// Package room plays a game that people share, in real time.
//
// A Room owns a session. It plays it while somebody is there, and sleeps while nobody is.
// Guests are those who are there: Room.Enter lets one in, as a game master, a player or a
// watcher. A guest is told what a connection is to send (Guest.Ready, Guest.Next), and is
// given what came over it (Guest.Handle). Commands of all guests are carried out
// between two ticks, in the order in which they came.
//
// A player is a body of the game, and stays for a while after its connection was lost: the
// token that it got lets the same person back in.
//
// Memory is bounded for each guest: one that does not read gets fewer frames and a
// shorter list of what happened, and is told how much it missed.
//
// Non-goals: sockets, pages, who may be a game master, and how many rooms there are.
package room
