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
// library without a graphics card, and ends it with the test or after a quarter of an hour. Without
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
	limited, stop := context.WithTimeout(context.Background(), 15*time.Minute)
	t.Cleanup(stop)
	for tries := 1; ; tries++ {
		ctx, err := launch(t, limited, path, wide, high)
		if err == nil {
			return ctx
		}
		if tries == 3 {
			t.Fatal(err)
		}
		t.Logf("start %d of Chromium: %v", tries, err)
	}
}

// launch starts Chromium once, with a profile of its own. On a busy machine it sometimes ends before
// it has opened its debugger.
func launch(t testing.TB, limited context.Context, path string, wide, high int) (context.Context, error) {
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WindowSize(wide, high),
		chromedp.Flag("use-gl", "angle"), chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true), chromedp.Flag("disable-quic", true),
		// All but WebGL is drawn without the drawing library: with it pages take twice the time.
		chromedp.Flag("disable-gpu-compositing", true), chromedp.Flag("disable-gpu-rasterization", true),
		chromedp.Flag("disable-component-update", true), chromedp.UserDataDir(t.TempDir()),
	)
	browser, stop := chromedp.NewExecAllocator(limited, opts...)
	t.Cleanup(stop)
	ctx, stop := chromedp.NewContext(browser)
	t.Cleanup(stop)
	return ctx, chromedp.Do(ctx, chromedp.Navigate("about:blank"))
}
