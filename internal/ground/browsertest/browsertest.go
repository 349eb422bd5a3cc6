//go:build !js

// Package browsertest opens pages in Chromium for tests.
package browsertest

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// lasting is the browser of all tests of a package that calls Main: nil before a test has asked for one.
var lasting struct {
	wanted  bool
	browser context.Context
	profile string
	stops   []func()
}

// Main is to be called by TestMain of a package with many tests that open pages: they share one Chromium, which
// Start starts for the first and which ends after the last. To start it takes longer than most pages do.
func Main(m *testing.M) {
	lasting.wanted = true
	code := m.Run()
	for _, stop := range slices.Backward(lasting.stops) {
		stop()
	}
	if lasting.profile != "" {
		os.RemoveAll(lasting.profile)
	}
	os.Exit(code)
}

// Start gives a browser with one empty tab and a window of a size in pixels. It starts Chromium on a drawing
// library without a graphics card, and ends it with the test or after twenty minutes. After Main has been
// called, all tests get the same Chromium, each with storage of its own; Main ends it. Without
// Chromium the test is skipped, or fails where VIEW_REQUIRE_GL is 1.
func Start(t testing.TB, wide, high int) context.Context {
	t.Helper()
	if !lasting.wanted {
		return started(t, t.TempDir(), wide, high, t.Cleanup)
	}
	if lasting.browser == nil || lasting.browser.Err() != nil { // one that has crashed is not the next test's
		if lasting.profile == "" {
			folder, err := os.MkdirTemp("", "browsertest-")
			if err != nil {
				t.Fatal(err)
			}
			lasting.profile = folder
		}
		lasting.browser = started(t, lasting.profile, wide, high, func(stop func()) { lasting.stops = append(lasting.stops, stop) })
	}
	ctx, stop := chromedp.NewContext(lasting.browser, chromedp.WithNewBrowserContext())
	t.Cleanup(stop)
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(int64(wide), int64(high))); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// started starts Chromium with its files in a folder; after is told what ends it.
func started(t testing.TB, folder string, wide, high int, after func(stop func())) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("VIEW_REQUIRE_GL") == "1" {
			t.Fatal("VIEW_REQUIRE_GL=1, but there is no chromium")
		}
		t.Skip("there is no chromium")
	}
	limited, stop := context.WithTimeout(context.Background(), 20*time.Minute)
	after(stop)
	for tries := 1; ; tries++ {
		ctx, err := launch(limited, path, folder, wide, high, after)
		if err == nil {
			return ctx
		}
		if tries == 3 {
			t.Fatal(err)
		}
		t.Logf("start %d of Chromium: %v", tries, err)
	}
}

// launch starts Chromium once. On a busy machine it sometimes ends before
// it has opened its debugger.
func launch(limited context.Context, path, folder string, wide, high int, after func(stop func())) (context.Context, error) {
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WindowSize(wide, high),
		chromedp.Flag("use-gl", "angle"), chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true), chromedp.Flag("disable-quic", true),
		// All but WebGL is drawn without the drawing library: with it pages take twice the time.
		chromedp.Flag("disable-gpu-compositing", true), chromedp.Flag("disable-gpu-rasterization", true),
		chromedp.Flag("disable-component-update", true), chromedp.UserDataDir(folder),
	)
	browser, stop := chromedp.NewExecAllocator(limited, opts...)
	after(stop)
	ctx, stop := chromedp.NewContext(browser)
	after(stop)
	return ctx, chromedp.Do(ctx, chromedp.Navigate("about:blank"))
}
