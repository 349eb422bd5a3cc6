// The shapes of package draw on a canvas. All lengths are pixels.

import { type Colour, type Theme, css, mix, rgb } from "./colour.js";
import { dart, figures } from "./look.js";

type On = CanvasRenderingContext2D;

const round = 2 * Math.PI;

export function disc(on: On, colour: string, x: number, y: number, r: number) {
  on.fillStyle = colour;
  on.beginPath();
  on.arc(x, y, r, 0, round);
  on.fill();
}

export function ring(on: On, colour: string, x: number, y: number, r: number, wide: number) {
  on.strokeStyle = colour;
  on.lineWidth = wide;
  on.beginPath();
  on.arc(x, y, r, 0, round);
  on.stroke();
}

export function line(on: On, colour: string, points: [number, number][], wide: number) {
  on.strokeStyle = colour;
  on.lineWidth = wide;
  on.beginPath();
  points.forEach(([x, y], i) => (i === 0 ? on.moveTo(x, y) : on.lineTo(x, y)));
  on.stroke();
}

/** Begins a regular polygon with a side at the bottom. */
function polygon(on: On, x: number, y: number, r: number, corners: number) {
  on.beginPath();
  for (let i = 0; i < corners; i++) {
    const a = Math.PI / 2 + (round * (i + 0.5)) / corners;
    on.lineTo(x + r * Math.cos(a), y + r * Math.sin(a));
  }
  on.closePath();
}

function drawDart(on: On, colour: string, x: number, y: number, turn: number, r: number) {
  const c = Math.cos(turn) * r, s = Math.sin(turn) * r;
  on.fillStyle = on.strokeStyle = colour;
  on.lineWidth = r * 0.2;
  on.lineJoin = "round";
  on.beginPath();
  for (const [px, py] of dart) on.lineTo(x + px * c - py * s, y + px * s + py * c);
  on.closePath();
  on.fill();
  on.stroke();
}

export function diamond(on: On, colour: string, x: number, y: number, r: number) {
  on.fillStyle = colour;
  on.beginPath();
  on.moveTo(x + r, y);
  on.lineTo(x, y + r);
  on.lineTo(x - r, y);
  on.lineTo(x, y - r);
  on.closePath();
  on.fill();
}

/** How many outlines tell classes apart: a dart, a square, a hexagon; glyphs above have a dot in them. */
const outlines = 3;

/** A bot that heads somewhere, with a seam of the ground around it. */
export function bot(on: On, t: Theme, colour: string, x: number, y: number, turn: number, glyph: number, r: number) {
  const edge = Math.min(r * 0.2, 1.5), ground = t.field, outline = glyph % outlines;
  let dx = -Math.cos(turn) * r * 0.12, dy = -Math.sin(turn) * r * 0.12;
  if (outline === 0) {
    drawDart(on, ground, x, y, turn, r + edge * 1.5);
    drawDart(on, colour, x, y, turn, r);
  } else {
    const tx = x + Math.cos(turn) * r * 0.8, ty = y + Math.sin(turn) * r * 0.8, corners = outline === 1 ? 4 : 6, far = r * (outline === 1 ? 0.84 : 0.77);
    drawDart(on, ground, tx, ty, turn, r * 0.55 + edge * 1.5);
    on.fillStyle = ground;
    polygon(on, x, y, far + edge * 1.4, corners);
    on.fill();
    on.fillStyle = colour;
    polygon(on, x, y, far, corners);
    on.fill();
    drawDart(on, colour, tx, ty, turn, r * 0.55);
    dx = dy = 0;
  }
  if (glyph >= outlines) disc(on, ground, x + dx, y + dy, r * 0.26);
}

/** A person: a diamond with a bright edge and a tip where it heads. */
export function human(on: On, t: Theme, colour: string, x: number, y: number, turn: number, r: number) {
  const stroke = Math.min(r * 0.25, 1.8);
  diamond(on, t.ink, x, y, r + stroke);
  diamond(on, t.field, x, y, r);
  diamond(on, colour, x, y, r * 0.6);
  disc(on, t.ink, x + Math.cos(turn) * r * 1.3, y + Math.sin(turn) * r * 1.3, stroke);
}

/** The halo of a body that is marked. */
export function halo(on: On, t: Theme, x: number, y: number, r: number) {
  const c = rgb(t.mark);
  disc(on, css(c, 0.16), x, y, r);
  ring(on, css(c, 0.8), x, y, r, Math.max(1, r * 0.09));
}

/** The ring of a further mark. */
export function badge(on: On, t: Theme, colour: string, x: number, y: number, reach: number) {
  ring(on, t.field, x, y, reach + 2, 3);
  ring(on, colour, x, y, reach + 2, 1.6);
}

/** Where somebody fell. */
export function cross(on: On, colour: string, x: number, y: number, r: number) {
  r *= 0.6;
  line(on, colour, [[x - r, y - r], [x + r, y + r]], Math.max(1, r * 0.35));
  line(on, colour, [[x - r, y + r], [x + r, y - r]], Math.max(1, r * 0.35));
}

/** The body that is looked at: a ring with four ticks. */
export function focus(on: On, t: Theme, x: number, y: number, reach: number) {
  const r = reach + 4;
  ring(on, t.field, x, y, r, 3.4);
  ring(on, t.focus, x, y, r, 1.8);
  for (const [dx, dy] of [[-1, 0], [1, 0], [0, -1], [0, 1]] as const) line(on, t.focus, [[x + dx * r, y + dy * r], [x + dx * (r + 5), y + dy * (r + 5)]], 1.8);
}

export interface Building { shape: string; unfinished?: number; burning?: boolean; off?: boolean; dead?: boolean }

/** A building: an outline that fills as it is built, dim without power, only an outline where it is destroyed. */
export function building(on: On, t: Theme, hue: Colour, of: Building, x: number, y: number, r: number) {
  const f = figures[of.shape] ?? figures["building"]!, ground = rgb(t.field), c = of.off ? mix(ground, hue, 0.43) : hue;
  const trace = (reach: number) => {
    if (f.corners === 0) {
      on.beginPath();
      on.arc(x, y, reach * f.reach, 0, round);
    } else polygon(on, x, y, reach * f.reach, f.corners);
  };
  const fill = (colour: string, reach: number) => {
    on.fillStyle = colour;
    trace(reach);
    on.fill();
  };
  const outline = (colour: string) => {
    on.strokeStyle = colour;
    on.lineWidth = Math.max(1, Math.min(r * 0.16, 2));
    trace(r);
    on.stroke();
  };
  if (of.dead) return outline(css(c, 0.35));
  if (of.burning) disc(on, css(rgb(t.fire), 0.22), x, y, r * 1.75);
  fill(css(ground, 0.8), r + 1.5);
  if (of.unfinished) {
    fill(css(mix(ground, c, 0.2)), r);
    fill(css(c), r * (1 - of.unfinished / 100));
    outline(css(c));
  } else {
    fill(css(c), r);
    sign(on, css(ground, 0.9), f.mark, x, y, r);
  }
  if (of.burning) for (const at of [-0.5, 0.5, 0]) drawDart(on, t.fire, x + at * r, y - r * 0.7, -Math.PI / 2, r * 0.5);
}

/** What tells buildings of one outline apart. */
function sign(on: On, ground: string, mark: string, x: number, y: number, r: number) {
  const thick = Math.max(1, r * 0.24), long = r * 0.5;
  if (mark === "dot") disc(on, ground, x, y, r * 0.34);
  else if (mark === "ring") ring(on, ground, x, y, long, thick);
  else if (mark === "bars") for (const at of [-0.26, 0.26]) line(on, ground, [[x - long, y + at * r], [x + long, y + at * r]], thick);
  else if (mark === "plus") {
    line(on, ground, [[x - long, y], [x + long, y]], thick);
    line(on, ground, [[x, y - long], [x, y + long]], thick);
  }
}
