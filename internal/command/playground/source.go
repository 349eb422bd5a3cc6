package playground

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
)

// module is the module of thicket.
const module = "github.com/thicket-sim/thicket"

// Source returns the folder of thicket's source: the one that is given, otherwise that of the module
// of the working folder or of one that it requires, otherwise that of the version of this program.
func Source(ctx context.Context, given string) (dir string, err error) {
	if given != "" {
		if _, err := os.Stat(filepath.Join(given, filepath.FromSlash(program))); err != nil {
			return "", fmt.Errorf("%s is no source of thicket: it has no %s", given, program)
		}
		return given, nil
	}
	if _, err := exec.LookPath("go"); err != nil {
		return "", errors.New("the command go is not here, with which the program of the page is built: https://go.dev/dl")
	}
	if out, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", module).Output(); err == nil {
		if dir = strings.TrimSpace(string(out)); dir != "" {
			return dir, nil
		}
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Path != module || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "", errors.New("thicket's source is not here: call it in a checkout or in a module that requires thicket, or name a folder with --source")
	}
	get := exec.CommandContext(ctx, "go", "mod", "download", "-json", module+"@"+info.Main.Version)
	get.Dir = os.TempDir()
	out, err := get.Output()
	var got struct{ Dir, Error string }
	if jsonErr := json.Unmarshal(out, &got); err != nil || jsonErr != nil {
		return "", fmt.Errorf("the source of thicket %s cannot be had: %w", info.Main.Version, errors.Join(err, jsonErr, errors.New(got.Error)))
	}
	return got.Dir, nil
}

// goCommand runs the command go in the source, and returns what it prints.
func goCommand(ctx context.Context, dir string, env []string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, "go", args...)
	c.Dir, c.Env = dir, append(os.Environ(), env...)
	var errs strings.Builder
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, errs.String())
	}
	return strings.TrimSpace(string(out)), nil
}
