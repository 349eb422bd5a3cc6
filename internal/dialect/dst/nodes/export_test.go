package nodes

// Ops is the table of ops, for the test that runs cases.
var Ops = &ops
