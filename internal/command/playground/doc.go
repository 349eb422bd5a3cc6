// Package playground writes the folder of `thicket playground`: the page, and the program that
// plays in it.
//
// The folder is made from thicket's source: the program is built with the command go, and the page is
// what stands in server/pages. All files but the page itself, the script that keeps them for
// when there is no network, and the list of examples have a hash of what they hold in their names.
package playground
