// Package profile gathers where the time of scripts goes, and writes it in the format of pprof.
package profile
