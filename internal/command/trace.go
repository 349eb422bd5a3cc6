package command

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
	"github.com/thicket-sim/thicket/internal/insight/vocabulary"
	"github.com/thicket-sim/thicket/internal/trees"
)

// maxCase is the longest line of a file of cases, in bytes.
const maxCase = 16 << 20

func newTraceCommand(own *Game) *cobra.Command {
	names := gameFlag{own: own}
	lenient := false
	cmd := &cobra.Command{
		Use:   "trace FILE.jsonl...",
		Short: "Dry-run trees with scripted leaves",
		Long: `Trace reads cases, one JSON object a line, and prints the result of each as one JSON object a
line. A case runs a tree for one bot for some ticks, and scripts the answers of leaves and
the bot's state: so a tree can be tried before the game has its actions. The file - is
standard input.

  name      of the case, and of its source in errors
  dialect   of the source: wage, unvanquished, dragengine, dst, mbt, btcpp
  files     {"x.bt": "action A()"}: what the source mentions
  source    the text of the tree
  dt        seconds of simulated time between two ticks
  ticks     how many are run; without it the tree is only loaded and printed
  leaves    {"chase_nearest": ["failure", "success"]}: the answers of a leaf,
            call by call; the last one repeats
  values    {"it": [true, false, {"missing": true}]}: the bot's state, tick by
            tick; the last one repeats
  events    [{"tick": 3, "name": "tagged"}]: delivered just before a tick

With --vocabulary FILE trees have only the leaves that a game offers, as Minds.Manifest of
package mind writes them; any other name is unknown. Without a script an action succeeds, a
condition is false, a number 0 and a text empty.

Some dialects have more keys, such as pin_log and pin_view; the pages of the
dialects in docs list them.

Exit status: 0, or 1 when a file or a line could not be read. A source that
does not load is a result: {"name": ..., "error": "NAME:LINE:COL: MESSAGE"}.`,
		Example: `  thicket trace cases.jsonl
  thicket trace --vocabulary game.json cases.jsonl
  echo '{"name": "a", "dialect": "wage", "source": "{kind: wander}", "ticks": 2}' | thicket trace -`,
		Args:              someArgs("files of cases, or -"),
		ValidArgsFunction: complete(files(".jsonl")),
		RunE: func(cmd *cobra.Command, args []string) error {
			t := tracer{limits: limitsOf(cmd), lenient: lenient, out: json.NewEncoder(cmd.OutOrStdout()), errs: cmd.ErrOrStderr()}
			t.out.SetEscapeHTML(false)
			var err error
			if t.vocabulary, err = names.script(cmd); err != nil {
				return err
			}
			for _, name := range args {
				if err := t.file(name, cmd.InOrStdin()); err != nil {
					return err
				}
			}
			if t.faulty {
				return errors.New("not all cases could be read")
			}
			return nil
		},
	}
	names.add(cmd)
	addLenient(cmd.Flags(), &lenient)
	return cmd
}

// tracer runs cases and prints a result as soon as it is there.
type tracer struct {
	limits     limit.Values
	vocabulary *vocabulary.Vocabulary // nil: leaves are what cases script
	lenient    bool
	out        *json.Encoder
	errs       io.Writer
	faulty     bool // a file or a line could not be read
}

// file runs the cases of a file. Its error is that of writing a result.
func (t *tracer) file(name string, stdin io.Reader) error {
	in := stdin
	if name == "-" {
		name = "standard input"
	} else {
		f, err := os.Open(name)
		if err != nil {
			t.fault(name, 0, err)
			return nil
		}
		defer f.Close()
		in = f
	}
	lines := bufio.NewReaderSize(in, 1<<16)
	for n := 1; ; n++ {
		line, err := readCase(lines)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, errLongCase):
			t.fault(name, n, err)
			continue
		case err != nil:
			t.fault(name, 0, err)
			return nil
		case len(line) == 0:
			continue
		}
		c, err := trees.ParseCase(line)
		if err != nil {
			t.fault(name, n, err)
			continue
		}
		c.Limits, c.Vocabulary, c.Lenient = t.limits, t.vocabulary, c.Lenient || t.lenient
		if err := t.out.Encode(traceCase(c)); err != nil {
			return err
		}
	}
}

func (t *tracer) fault(file string, line int, err error) {
	t.faulty = true
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	at := file
	if line > 0 {
		at = fmt.Sprintf("%s:%d", file, line)
	}
	fmt.Fprintf(t.errs, "%s: %v\n", at, err)
}

// traceCase runs a case. A tree that is only loaded is printed in its dialect's own
// form, or else as an outline.
func traceCase(c trees.Case) trees.Result {
	r := trees.Trace(c)
	if r.Loaded != nil && r.Tree == "" {
		var b strings.Builder
		_ = treedraw.Text(&b, treedraw.Style{}, treedraw.Of(r.Loaded)) // a Builder takes everything
		r.Tree = b.String()
	}
	return r
}

var errLongCase = fmt.Errorf("a line of more than %d MB", maxCase>>20)

// readCase reads a line and trims it. It skips a line that is too long and returns
// errLongCase.
func readCase(r *bufio.Reader) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxCase+1; !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case long && (err == nil || errors.Is(err, io.EOF)):
			return nil, errLongCase
		case err != nil && (len(line) == 0 || !errors.Is(err, io.EOF)):
			return nil, err
		}
		return bytes.TrimSpace(line), nil
	}
}
