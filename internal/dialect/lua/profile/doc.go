// Package profile gathers where the time of scripts goes.
package profile
