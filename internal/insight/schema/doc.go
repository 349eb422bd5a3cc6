// Package schema makes schemas of files, for editors and validators, from what trees can say.
package schema
