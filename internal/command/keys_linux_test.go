package command

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// console is a program on a terminal of its own.
type console struct {
	t     *testing.T
	tty   *os.File // the program's side
	own   *os.File
	run   *exec.Cmd
	began unix.Termios // the modes of the terminal before the program
	mu    sync.Mutex
	shown bytes.Buffer
}

// onConsole starts the command on a terminal of so many columns and rows.
func onConsole(t *testing.T, cols, rows uint16, args ...string) *console {
	t.Helper()
	return start(t, cols, rows, exec.Command(itself(t), args...))
}

// start starts a program on a terminal.
func start(t *testing.T, cols, rows uint16, run *exec.Cmd) *console {
	t.Helper()
	own, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	t.Cleanup(func() { own.Close() })
	fd := int(own.Fd())
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0))
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	must(err)
	must(unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: rows, Col: cols}))
	tty, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	must(err)
	t.Cleanup(func() { tty.Close() })
	c := &console{t: t, tty: tty, own: own, run: run}
	c.run.Env = append(os.Environ(), "TERM=xterm-256color", "NO_COLOR=1")
	c.run.Stdin, c.run.Stdout, c.run.Stderr = tty, tty, tty
	c.run.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	c.began = c.modes()
	must(c.run.Start())
	t.Cleanup(func() { _ = c.run.Process.Kill() }) // it has ended, if all is well
	go func() {
		for buffer := make([]byte, 1<<16); ; {
			n, err := own.Read(buffer)
			if err != nil {
				return
			}
			c.mu.Lock()
			c.shown.Write(buffer[:n])
			c.mu.Unlock()
		}
	}()
	return c
}

// codes match the codes that move the cursor and changes colours.
var codes = regexp.MustCompile("\x1b\\[[0-9;?]*[a-zA-Z]")

// screen returns the last screen that the program drew.
func (c *console) screen() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := c.shown.String()
	whole := strings.LastIndex(all, "\x1b[J") // the end of a frame
	if whole < 0 {
		whole = len(all)
	}
	return codes.ReplaceAllString(all[max(strings.LastIndex(all[:whole], "\x1b[H"), 0):], "")
}

// wait waits until the screen has a text.
func (c *console) wait(what *regexp.Regexp) string {
	c.t.Helper()
	for range 1200 {
		if text := c.screen(); what.MatchString(text) {
			return text
		}
		time.Sleep(50 * time.Millisecond)
	}
	c.t.Fatalf("no %v on the screen:\n%s", what, c.screen())
	return ""
}

// until waits until all that was printed ends with a text, and returns what stands before it.
func (c *console) until(end string) string {
	c.t.Helper()
	for range 1200 {
		c.mu.Lock()
		all, ended := strings.CutSuffix(c.shown.String(), end)
		c.mu.Unlock()
		if ended {
			return all
		}
		time.Sleep(50 * time.Millisecond)
	}
	c.t.Fatalf("what was printed does not end with %q", end)
	return ""
}

// press sends keys.
func (c *console) press(keys string) {
	c.t.Helper()
	if _, err := c.own.WriteString(keys); err != nil {
		c.t.Fatal(err)
	}
}

// modes returns the modes of the terminal.
func (c *console) modes() unix.Termios {
	c.t.Helper()
	m, err := unix.IoctlGetTermios(int(c.tty.Fd()), unix.TCGETS)
	if err != nil {
		c.t.Fatal(err)
	}
	return *m
}

// ended waits for the end of the program, and wants the terminal as it was.
func (c *console) ended() string {
	c.t.Helper()
	return c.endedWith(0)
}

// endedWith is ended with an exit code.
func (c *console) endedWith(code int) string {
	c.t.Helper()
	done := make(chan error, 1)
	go func() { done <- c.run.Wait() }()
	select {
	case err := <-done:
		if c.run.ProcessState.ExitCode() != code {
			c.t.Errorf("the program ended with %v, wanted exit code %d", err, code)
		}
	case <-time.After(2 * time.Minute):
		c.t.Fatal("the program goes on")
	}
	if after := c.modes(); after != c.began {
		c.t.Errorf("the terminal is another one:\n%+v\nbefore:\n%+v", after, c.began)
	}
	const end = "\x00the end of the output"
	if _, err := c.tty.WriteString(end); err != nil {
		c.t.Fatal(err)
	}
	_, rest, left := strings.Cut(c.until(end), "\x1b[?1049l")
	if !left {
		c.t.Error("the program did not leave its screen")
	}
	return codes.ReplaceAllString(rest, "")
}

func TestKeysOfARunOnATerminal(t *testing.T) {
	c := onConsole(t, 100, 30, "run", "siege", "--speed", "2x")
	c.wait(regexp.MustCompile(`\d\.\d s  red 0 : 0 blue \(of 60\)`))
	c.wait(regexp.MustCompile(`space pause .* speed 2x .* q quit`))
	c.press(" ")
	time1 := regexp.MustCompile(`(\d+\.\d) s  red .* paused`)
	at := time1.FindStringSubmatch(c.wait(time1))[1]
	time.Sleep(300 * time.Millisecond)
	if again := time1.FindStringSubmatch(c.wait(time1))[1]; again != at {
		t.Errorf("paused at %s s, and then at %s s", at, again)
	}
	c.press("?")
	c.wait(regexp.MustCompile(`Shift-Tab the bot before`))
	c.press("\t")
	c.wait(regexp.MustCompile(`Red Soldier 1  \(id 1\)(?s:.*)health .* of 100(?s:.*)[✓✗▶] selector`)) // recalled, as nobody had followed it
	c.press("\t")
	c.wait(regexp.MustCompile(`Red Soldier 2  \(id 2\)`))
	c.press("\x1b[Z")
	c.wait(regexp.MustCompile(`Red Soldier 1  \(id 1\)`))
	c.press("/hauler\r\t")
	c.wait(regexp.MustCompile(`Red Hauler 1(?s:.*)filter hauler`))
	c.press("...")
	for tries := 0; time1.FindStringSubmatch(c.wait(time1))[1] == at; tries++ {
		if tries == 100 {
			t.Fatalf("three steps after %s s it is %[1]s s", at)
		}
		time.Sleep(50 * time.Millisecond)
	}
	c.press("++ ")
	c.wait(regexp.MustCompile(`speed 8x`))
	c.press("-")
	c.wait(regexp.MustCompile(`speed 4x`))
	c.press("q")
	if rest := c.ended(); !regexp.MustCompile(`red \d+ : \d+ blue \(of 60\), after \d+\.\d s\s*$`).MatchString(rest) {
		t.Errorf("the last word is\n%s", rest)
	}
}

// A match ends a run that is watched, and its result is the last word.
func TestAMatchEndsARunOnATerminal(t *testing.T) {
	c := onConsole(t, 80, 24, "run", "skirmish", "--speed", "200x")
	if rest := c.ended(); !regexp.MustCompile(`won, \d+:\d+, after 39\.5 s\s*$`).MatchString(rest) {
		t.Errorf("the last word is\n%s", rest)
	}
}

// Signals and Ctrl-C give the terminal back, too, and --seconds ends a run.
func TestATerminalIsGivenBack(t *testing.T) {
	for name, end := range map[string]func(*console){
		"Ctrl-C":  func(c *console) { c.press("\x03") },
		"SIGTERM": func(c *console) { _ = c.run.Process.Signal(syscall.SIGTERM) },
		"seconds": func(*console) {},
	} {
		t.Run(name, func(t *testing.T) {
			args := []string{"run", "tag"}
			if name == "seconds" {
				args = append(args, "--seconds", "1")
			}
			c := onConsole(t, 80, 24, args...)
			c.wait(regexp.MustCompile(`\d\.\d (of 1 )?s`))
			if during := c.modes(); name != "seconds" && during == c.began {
				t.Error("the keyboard was not taken over")
			}
			end(c)
			code := 0
			if name == "SIGTERM" { // Ctrl-C is a key here, and what is watched is left by it
				code = 143
			}
			if rest := c.endedWith(code); !strings.Contains(rest, "digest") {
				t.Errorf("no summary in\n%s", rest)
			}
		})
	}
}

// Ctrl-Z gives the terminal to the shell, and "fg" to the run again.
func TestTheShellTakesOverOnCtrlZ(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash, a shell that can stop programs")
	}
	t.Setenv("PS1", "what next? ")
	c := start(t, 100, 30, exec.Command(bash, "--norc", "--noprofile", "-i"))
	anew := func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.shown.Reset()
	}
	c.until("what next? ")
	c.press(itself(t) + " run tag\n")
	c.wait(regexp.MustCompile(`q quit`))
	anew()
	c.press("\x1a")
	if told := c.until("what next? "); !strings.Contains(told, "\x1b[?1049l") || !strings.Contains(told, "Stopped") {
		t.Errorf("after Ctrl-Z: %q", told)
	}
	anew()
	c.press("fg\n")
	c.wait(regexp.MustCompile(`q quit`))
	c.press("q")
	if told := c.until("what next? "); !strings.Contains(told, "\x1b[?1049h") || !strings.Contains(told, "digest") {
		t.Errorf("after fg and q: %q", codes.ReplaceAllString(told, ""))
	}
	c.press("exit\n")
	c.until("exit\r\n")
}
