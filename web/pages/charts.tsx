import { useEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import type { BodyMoment, Game, Message, Moment } from "../client/messages.js";
import { type Colour, css, lightPage, palette, rgb, shown } from "./colour.js";
import { clock } from "./room.js";

/** How the game and the selected body fared in the last minute. */
export interface Chart { tick: number; list: Moment[]; id?: number; body: BodyMoment[] }

/** How many seconds are shown, and how many moments are kept: a minute has fewer. */
const span = 60, kept = 1000;

/** What a message adds to it. */
export function extend(was: Chart, m: Message & { type: "charts" }): Chart {
  const b = m.body;
  return {
    tick: m.tick, list: m.anew ? m.list : [...was.list, ...m.list].slice(-kept),
    ...(b && { id: b.id }), body: !b ? [] : b.anew ? b.list : [...was.body, ...b.list].slice(-kept),
  };
}

interface Line { name: string; colour: Colour; values: (number | null)[]; text(v: number): string }

/** The dashes of lines that have the same colour. */
const dashes = [[], [7, 4], [2, 3], [13, 3]];

function useLight() {
  const [light, setLight] = useState(lightPage.matches);
  useEffect(() => {
    const look = () => setLight(lightPage.matches);
    lightPage.addEventListener("change", look);
    return () => lightPage.removeEventListener("change", look);
  }, []);
  return light;
}

/** The charts of a game, and of its selected body by its number and name. */
export function Charts({ chart, game, of, name, colour }: { chart: Chart; game: Game; of: number | undefined; name: string | undefined; colour(class_: number, team: number): Colour }) {
  const light = useLight(), rate = game.tickRate, to = chart.tick / rate, range: [number, number] = [Math.max(0, to - span), to];
  const list = chart.list.filter((m) => m.tick / rate >= range[0]), body = of !== undefined && of === chart.id ? chart.body.filter((m) => m.tick / rate >= range[0]) : [];
  const whole = (v: number) => String(v);
  const counts = game.classes.map((c, i): Line => ({
    name: c.name, colour: colour(i, game.teams.findIndex((t) => t.id === c.team)), values: list.map((m) => m.counts[i] ?? 0), text: whole,
  }));
  counts.push({ name: "Players", colour: colour(-1, -1), values: list.map((m) => m.players), text: whole });
  const scores = game.teams.map((t, i): Line => ({ name: t.name, colour: colour(-1, i), values: list.map((m) => m.scores?.[i] ?? 0), text: whole }));
  const one = (name: string, colour: number, values: (number | null)[], text: Line["text"]): Line[] => [{ name, colour: rgb(palette[colour]!), values, text }];
  const ticks = list.map(({ tick, gap }) => ({ tick, gap })), bodyTicks = body.map(({ tick, gap }) => ({ tick, gap }));
  if (list.length < 2) return <div class="panel"><p class="quiet" role="status">Charts begin to be drawn when somebody looks at them ...</p></div>;
  return (
    <div class="panel" id="charts">
      {body.length > 1 && <section class="card" aria-label={`Charts of ${name}`}>
        <h2>{name}</h2>
        <Plot title="Health" lines={one("health", 2, body.map((m) => m.health * 100), (v) => `${Math.round(v)}%`)} most={100} ticks={bodyTicks} {...{ rate, range, light }} />
        <Plot title="Measured speed" lines={one("m/s", 1, body.map((m) => m.measuredMps ?? null), (v) => v.toFixed(1))} ticks={bodyTicks} {...{ rate, range, light }} />
        <Band list={body} {...{ rate, range, light }} />
      </section>}
      <section class="card" aria-label="Charts of the game">
        <h2>{game.name}</h2>
        <Plot title="How many" lines={counts.filter((l) => l.values.some((v) => v !== null && v > 0))} {...{ ticks, rate, range, light }} />
        {list.some((m) => m.scores) && <Plot title="Score" lines={scores} {...{ ticks, rate, range, light }} />}
        <Plot title="Time of a tick" lines={one("ms", 0, list.map((m) => m.ms), (v) => v.toFixed(2))} {...{ ticks, rate, range, light }} />
      </section>
    </div>
  );
}

interface Span { rate: number; range: [number, number]; light: boolean }

/** Has the legend tell the last values, where nothing is under the pointer. */
function last(p: uPlot) {
  if (p.cursor.idx == null && p.data[0].length > 0) p.setLegend({ idx: p.data[0].length - 1 });
}

/** Lines over time, with what they were under the pointer, or last. */
function Plot({ title, lines, ticks, rate, range, light, most }: { title: string; lines: Line[]; ticks: { tick: number; gap?: boolean }[]; most?: number } & Span) {
  const host = useRef<HTMLDivElement>(null), plot = useRef<uPlot | null>(null);
  const shape = JSON.stringify([light, rate, lines.map((l) => [l.name, l.colour])]);
  const now = useRef(range);
  now.current = range;
  useEffect(() => {
    const box = host.current!, style = getComputedStyle(box), stroke = style.getPropertyValue("--quiet"), grid = { stroke: style.getPropertyValue("--line"), width: 1 };
    const nth = new Map<string, number>();
    const font = "12px system-ui, sans-serif", ticks = { show: false };
    const p = new uPlot({
      width: box.clientWidth, height: 110, padding: [6, 12, 0, 0],
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
      scales: { x: { time: false, range: () => now.current }, y: { range: (_, __, max) => [0, most ?? Math.max(max * 1.1, 0.01)] } },
      axes: [
        { stroke, grid, ticks, font, size: 24, gap: 4, space: 60, incrs: [1, 2, 5, 10, 15, 20, 30], values: (_, at) => at.map((s) => clock(s, 1)) },
        { stroke, grid, ticks, font, size: 48, gap: 4, space: 24 },
      ],
      series: [
        { label: "at", value: (_, s) => (s === null ? "" : clock(s, 1)) },
        ...lines.map((l) => {
          const stroke = css(shown(l.colour, light)), n = nth.get(stroke) ?? 0;
          nth.set(stroke, n + 1);
          return { label: l.name, stroke, width: 1.5, dash: dashes[n % dashes.length]!, points: { show: false }, value: (_: uPlot, v: number | null) => (v === null ? "" : l.text(v)) };
        }),
      ],
    }, [[], ...lines.map(() => [])], box);
    plot.current = p;
    const resized = new ResizeObserver(() => {
      p.setSize({ width: box.clientWidth, height: 110 });
      last(p);
    });
    resized.observe(box);
    return () => {
      resized.disconnect();
      p.destroy();
    };
  }, [shape]);
  useEffect(() => {
    const p = plot.current!, x: number[] = [], y: (number | null)[][] = lines.map(() => []);
    ticks.forEach(({ tick, gap }, i) => {
      const before = ticks[i - 1];
      if (before && gap) { // nothing is known in between
        x.push((before.tick + tick) / 2 / rate);
        for (const list of y) list.push(null);
      }
      x.push(tick / rate);
      lines.forEach((l, k) => y[k]!.push(l.values[i]!));
    });
    p.setData([x, ...y]);
    last(p);
  });
  return <section class="chart" aria-label={title}><h3>{title}</h3><div ref={host} /></section>;
}

/** What the body did, as a band in the colours of a list. */
function Band({ list, rate, range, light }: { list: BodyMoment[] } & Span) {
  const held = new Map<string, number>(), pieces: { action: string; from: number; to: number }[] = [];
  list.forEach((m, i) => {
    const action = m.action ?? "nothing", last = pieces.at(-1), from = m.tick, next = list[i + 1], to = !next || next.gap ? m.tick : next.tick;
    held.set(action, (held.get(action) ?? 0) + to - from);
    if (last?.action === action && last.to === from) last.to = to;
    else pieces.push({ action, from, to });
  });
  const names = [...held.keys()].sort(), all = [...held.values()].reduce((a, b) => a + b, 0) || 1;
  const colour = (action: string) => css(shown(rgb(palette[names.indexOf(action) % palette.length]!), light));
  const part = (ticks: number) => `${(100 * ticks) / rate / (range[1] - range[0] || 1)}%`;
  return (
    <section class="chart" aria-label="Action">
      <h3>Action</h3>
      <div class="band" aria-hidden="true">{pieces.map((p) => <i key={p.from} title={p.action} style={{ left: part(p.from - range[0] * rate), width: part(p.to - p.from), background: colour(p.action) }} />)}</div>
      <ul class="row shares" id="actions">{names.map((a) => <li class="row"><i class="swatch" style={{ background: colour(a) }} />{a} {Math.round((100 * held.get(a)!) / all)}%</li>)}</ul>
    </section>
  );
}
