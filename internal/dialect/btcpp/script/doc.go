// Package script reads and runs the small scripts that stand in attributes of BehaviorTree.CPP's
// files: conditions, assignments, arithmetic on numbers that are all real, and texts.
package script
