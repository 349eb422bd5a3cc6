// Package natsnode starts a NATS server inside a program, or connects to one elsewhere.
//
// A server of this package listens on 127.0.0.1 alone, on a port that was free, and lets nobody
// in who does not know its token, which is random. It writes no log. With a folder it has
// JetStream, whose streams the next server of that folder finds again; without one it keeps
// nothing. One folder is one server's at a time, which whoever starts it sees to.
//
// What others need of it is an Address, which another process connects to. Where a cluster is
// there already, an Address names it, with the file of credentials and the certificates that it
// asks for, and no server is started.
package natsnode
