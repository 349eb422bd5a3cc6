//go:build !js

// Package browsertest opens pages in Chromium for tests.
package browsertest

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Start starts Chromium with one empty tab and a window of a size in pixels, on a drawing
// library without a graphics card, and ends it with the test or after three minutes. Without
// Chromium the test is skipped, or fails where VIEW_REQUIRE_GL is 1.
func Start(t testing.TB, wide, high int) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("VIEW_REQUIRE_GL") == "1" {
			t.Fatal("VIEW_REQUIRE_GL=1, but there is no chromium")
		}
		t.Skip("there is no chromium")
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WindowSize(wide, high),
		chromedp.Flag("use-gl", "angle"), chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true), chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true), chromedp.UserDataDir(t.TempDir()),
	)
	ctx, stop := context.WithTimeout(context.Background(), 15*time.Minute)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewExecAllocator(ctx, opts...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal(err)
	}
	return ctx
}
