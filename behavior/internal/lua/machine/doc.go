// Package machine runs Lua 5.1 in a sandbox.
package machine
