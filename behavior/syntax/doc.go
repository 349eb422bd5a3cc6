// Package syntax has positions in source files, lists of errors and notices with spelling
// hints, and edits of texts, and may change with any release.
//
// An error says where, what was found, what was wanted and, when a word is close to a known
// one, a guess; all errors of a file come at once:
//
//	tag.yaml:14:9: unknown key "mincount" in a bot; did you mean "minCount"?
package syntax
