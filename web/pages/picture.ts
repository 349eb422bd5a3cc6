// The field as a picture, of the layers of look.ts from the ground up. What is few is drawn here, on
// a canvas under that of Field; crowds of bodies are drawn by Field.

import { type Body, dead, hidden, laden, marked, none, signBit } from "../client/frames.js";
import type { Game, LegendEntry } from "../client/messages.js";
import { type Colour, type Theme, css, mix, rgb, shown, theme } from "./colour.js";
import type { Camera } from "./field.js";
import { type Label, Labels } from "./labels.js";
import { dark, layers } from "./look.js";
import type { Scenery } from "./scenery.js";
import * as shapes from "./shapes.js";

type Layer = (typeof layers)[number];

/** More bodies than these are a crowd, which has no names, bars and words. */
export const crowd = 1500;

/** The reach of bodies in pixels: what they have at most, and at least; and in how many parts of the side of the room of each. */
const largest = 9, least = 7, roomShare = 0.16;

/** More bodies than these have no names, and leave no trails. */
const named = 400, trailed = 250;

/** How long trails are, in seconds, and of how many points. */
const trailTime = 3, trailPoints = 20;

const textSize = 12, legendRow = 20, legendRows = 4, phoneRows = 2, phone = 500;

/** What is drawn, and from where. */
export interface Sight {
  camera: Camera; width: number; height: number; bodies: Body[]; tick: number; selected: number;
  place(b: Body): [number, number];
  colour(b: Body): Colour | undefined; // of the game; undefined: none
  sees: { x: number; y: number; far: number } | undefined; // what who plays is told of: so many metres to each side; undefined: all
}

/** A body of the picture, in pixels. */
interface Seen { b: Body; x: number; y: number; turn: number; hue: string; reach: number; label: string }

export class Picture {
  canvas!: HTMLCanvasElement;
  private on!: CanvasRenderingContext2D;
  private labels!: Labels;
  private trails = new Map<number, [x: number, y: number, tick: number][]>();
  private trailed = -1; // the tick of the newest piece
  private now!: Sight;
  private t: Theme = dark;
  private light = false;
  private seen: Seen[] = [];
  scenery!: Scenery;
  free = 0; // the pixels at the right that the legend leaves free
  inset = 0; // the pixels at the top that the legend takes
  unfolded = false; // the legend has all its rows
  cut = false; // it has more rows than are shown, or would have if it were folded

  /** Draws without a graphics card until [accelerate]. */
  constructor() { this.make(true); }

  /** Draws by the graphics card from now on, on another canvas in the same place: only where there is one. A program that stands in for one is seven times as slow as the browser itself. */
  accelerate() {
    const old = this.canvas;
    this.make(false);
    old.replaceWith(this.canvas);
  }

  private make(soft: boolean) {
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("aria-hidden", "true");
    this.canvas.className = "picture";
    this.on = this.canvas.getContext("2d", { alpha: false, willReadFrequently: soft })!;
    this.labels = new Labels(this.on);
  }

  private get game(): Game { return this.scenery.game; }

  /** How each layer is drawn; each tells how many things of it there were. */
  private readonly painters: Record<Layer, () => number> = {
    walls: () => this.walls(),
    paths: () => this.paths(),
    places: () => this.places(),
    items: () => this.items(),
    buildings: () => this.buildings(),
    dead: () => this.dead(),
    bodies: () => this.bodies(),
    vitals: () => this.vitals(),
    marks: () => this.marks(),
    rings: () => this.rings(),
    speech: () => this.speech(),
  };

  /** Draws all, and returns the layers of which there was something. */
  draw(now: Sight, ratio: number): Layer[] {
    this.now = now;
    this.t = theme();
    this.light = this.t !== dark;
    const w = Math.round(now.width * ratio), h = Math.round(now.height * ratio);
    if (this.canvas.width !== w || this.canvas.height !== h) {
      this.canvas.width = w;
      this.canvas.height = h;
    }
    this.on.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.on.font = `${textSize}px system-ui, sans-serif`;
    this.labels.clear();
    this.see();
    this.ground();
    const drawn = layers.filter((l) => {
      if (l === "items") this.over();
      return this.painters[l]() > 0;
    });
    this.veil();
    this.legend();
    return drawn;
  }

  private pixel(x: number, y: number): [number, number] {
    const { camera: c, width, height } = this.now;
    return [(x - c.x) * c.scale + width / 2, (y - c.y) * c.scale + height / 2];
  }

  /** Finds the bodies that are drawn one by one. */
  private see() {
    const { bodies, camera: c } = this.now;
    this.seen = [];
    if (bodies.length > crowd) return;
    const room = roomShare * Math.sqrt((this.game.width * c.scale * this.game.height * c.scale) / Math.max(1, bodies.length));
    const bot = Math.max(least, Math.min(largest, room)), most = Math.min(bot * 1.2 + 2.5, 12);
    for (const b of bodies) {
      if (b.flags & hidden) continue;
      const [x, y] = this.pixel(...this.now.place(b)), told = this.scenery.bodies.get(b.id);
      const far = told?.shape ? Math.max(bot * 1.05, (this.game.classes[b.class]?.radius ?? 0) * c.scale) : b.flags & marked ? most : b.class === none ? Math.max(bot, largest) : bot;
      const own = this.now.colour(b);
      this.seen.push({ b, x, y, turn: (b.facing / 128) * Math.PI, hue: own ? css(shown(own, this.light)) : this.t.body, reach: far, label: told?.name ?? "" });
    }
  }

  /** The page, the field, its grid and its edge. */
  private ground() {
    const { on, t } = this, { width, height, camera: c } = this.now;
    on.fillStyle = t.page;
    on.fillRect(0, 0, width, height);
    const [x0, y0] = this.pixel(0, 0), [x1, y1] = this.pixel(this.game.width, this.game.height);
    on.fillStyle = t.field;
    on.fillRect(x0, y0, x1 - x0, y1 - y0);
    const step = gridStep(c.scale, 40);
    on.fillStyle = t.grid;
    const left = Math.max(0, c.x - width / 2 / c.scale), right = Math.min(this.game.width, c.x + width / 2 / c.scale);
    for (let i = Math.floor(left / step) + 1; i * step < right; i++) on.fillRect(Math.round(this.pixel(i * step, 0)[0]), y0, 1, y1 - y0);
    const top = Math.max(0, c.y - height / 2 / c.scale), bottom = Math.min(this.game.height, c.y + height / 2 / c.scale);
    for (let i = Math.floor(top / step) + 1; i * step < bottom; i++) on.fillRect(x0, Math.round(this.pixel(0, i * step)[1]), x1 - x0, 1);
    on.strokeStyle = t.border;
    on.lineWidth = 1;
    on.strokeRect(x0 - 0.5, y0 - 0.5, x1 - x0 + 1, y1 - y0 + 1);
  }

  private walls(): number {
    const { on, t } = this, all = this.game.walls ?? [];
    on.fillStyle = t.wall;
    on.strokeStyle = t.wallEdge;
    on.lineWidth = 1.2;
    for (const o of all) {
      on.beginPath();
      if (o.radius) on.arc(...this.pixel(o.x ?? 0, o.y ?? 0), o.radius * this.now.camera.scale, 0, 2 * Math.PI);
      else for (const [x, y] of o.points ?? []) on.lineTo(...this.pixel(x, y));
      on.closePath();
      on.fill();
      on.stroke();
    }
    return all.length;
  }

  private paths(): number {
    const all = this.game.paths ?? [];
    this.on.setLineDash([5.4, 3.6]);
    for (const p of all) shapes.line(this.on, css(rgb(this.t.place), 0.43), p.map(([x, y]) => this.pixel(x, y)), 1.5);
    this.on.setLineDash([]);
    return all.length;
  }

  private places(): number {
    const all = this.game.places ?? [];
    for (const p of all) {
      const [x, y] = this.pixel(p.x, p.y), r = Math.max(p.radius * this.now.camera.scale, 3), team = this.game.teams.find((k) => k.id === p.team);
      const hue = team ? shown(rgb(team.color), this.light) : rgb(this.t.place);
      shapes.disc(this.on, css(hue, 0.125), x, y, r);
      shapes.ring(this.on, css(hue, 0.5), x, y, r, 1.2);
      const base = y + r + textSize + 2, half = this.labels.width(p.id) / 2;
      this.labels.text(p.id, x, base, css(mix(hue, rgb(this.t.ink), 0.35)), this.t.field);
      this.labels.keep([x - half, base - textSize, x + half, base + 3]);
    }
    return all.length;
  }

  /** The night, over all that does not move. */
  private over() {
    if (!this.scenery.night) return;
    const [x0, y0] = this.pixel(0, 0), [x1, y1] = this.pixel(this.game.width, this.game.height);
    this.on.fillStyle = this.t.night;
    this.on.fillRect(x0, y0, x1 - x0, y1 - y0);
  }

  private items(): number {
    for (const it of this.scenery.items.values()) {
      const [x, y] = this.pixel(it.x, it.y), kind = this.game.items?.[it.kind];
      shapes.diamond(this.on, this.t.field, x, y, 6);
      shapes.diamond(this.on, kind ? css(shown(rgb(kind.color), this.light)) : this.t.item, x, y, 5);
    }
    this.trail();
    return this.scenery.items.size;
  }

  /** Lines that bodies leave behind, the fainter the older. */
  private trail() {
    const { tick, bodies } = this.now, long = trailTime * this.game.tickRate;
    if (bodies.length > trailed) {
      this.trails.clear();
      return;
    }
    if (tick < this.trailed) this.trails.clear();
    if (tick - this.trailed >= long / trailPoints || tick < this.trailed) {
      const was = this.trails, jump = Math.max(this.game.width, this.game.height) / 4;
      this.trails = new Map();
      this.trailed = tick;
      for (const b of bodies) {
        if (b.flags & (hidden | dead)) continue;
        const [x, y] = this.now.place(b), old = (was.get(b.id) ?? []).filter((p) => tick - p[2] <= long), last = old.at(-1);
        this.trails.set(b.id, [...(last && Math.hypot(last[0] - x, last[1] - y) > jump ? [] : old), [x, y, tick]]);
      }
    }
    for (const k of this.seen) {
      const all = this.trails.get(k.b.id);
      if (!all || k.b.flags & dead) continue;
      const points: [number, number][] = [...all.map(([x, y]) => this.pixel(x, y)), [k.x, k.y]];
      this.on.globalAlpha = 0.16;
      for (const from of [0, Math.floor(points.length / 3), Math.floor((points.length * 2) / 3)]) shapes.line(this.on, k.hue, points.slice(from), 1.6);
    }
    this.on.globalAlpha = 1;
  }

  private buildings(): number {
    return this.each((k) => {
      const told = this.scenery.bodies.get(k.b.id);
      if (!told?.shape) return false;
      const own = this.now.colour(k.b);
      shapes.building(this.on, this.t, own ? shown(own, this.light) : rgb(this.t.body), { ...told, shape: told.shape, dead: (k.b.flags & dead) !== 0 }, k.x, k.y, k.reach);
      return true;
    });
  }

  private each(f: (k: Seen) => boolean): number {
    let n = 0;
    for (const k of this.seen) if (f(k)) n++;
    return n;
  }

  private stands(k: Seen): boolean { return this.scenery.bodies.get(k.b.id)?.shape !== undefined; }

  private dead(): number {
    return this.each((k) => {
      if (!(k.b.flags & dead) || this.stands(k)) return false;
      this.on.globalAlpha = 0.6;
      shapes.cross(this.on, k.hue, k.x, k.y, k.reach);
      this.on.globalAlpha = 1;
      return true;
    });
  }

  /** Draws those who are not marked, people over bots. */
  private bodies(): number {
    if (this.now.bodies.length > crowd) return this.now.bodies.length; // which Field draws
    let n = 0;
    for (const people of [false, true]) {
      n += this.each((k) => {
        if (k.b.flags & (dead | marked) || (k.b.class === none) !== people || this.stands(k)) return false;
        this.figure(k, k.hue);
        return true;
      });
    }
    return n;
  }

  private figure(k: Seen, hue: string) {
    if (k.b.class === none) shapes.human(this.on, this.t, hue, k.x, k.y, k.turn, k.reach);
    else shapes.bot(this.on, this.t, hue, k.x, k.y, k.turn, this.game.classes[k.b.class]?.glyph ?? 0, k.reach);
  }

  /** Bars of health that is not full, and what is carried. */
  private vitals(): number {
    return this.each((k) => {
      if (k.b.flags & dead) return false;
      if (k.b.flags & laden) shapes.diamond(this.on, this.t.item, k.x, k.y, Math.max(k.reach * 0.35, 1));
      const left = k.b.health / 255;
      if (left >= 1) return (k.b.flags & laden) !== 0;
      const wide = Math.round(2 * k.reach), x = Math.round(k.x - wide / 2), y = Math.round(k.y + k.reach + 2);
      this.on.fillStyle = css(rgb(this.t.page), 0.8);
      this.on.fillRect(x - 1, y - 1, wide + 2, 5);
      this.on.fillStyle = left < 0.35 ? this.t.hurt : this.t.well;
      this.on.fillRect(x, y, Math.max(1, wide * left), 3);
      this.labels.keep([x - 1, y - 1, x + wide + 1, y + 4]);
      return true;
    });
  }

  /** Those who stand out, contacts, and the body that is looked at. */
  private marks(): number {
    const n = this.each((k) => {
      if (!(k.b.flags & marked) || k.b.flags & dead) return false;
      shapes.halo(this.on, this.t, k.x, k.y, k.reach * 1.5);
      this.figure(k, this.t.mark);
      return true;
    });
    for (const f of this.scenery.flashing()) {
      const k = this.seen.find((s) => s.b.id === f.of);
      if (k) shapes.ring(this.on, css(rgb(this.t.ink), 0.86 * (1 - f.age)), k.x, k.y, 16 * (1 + 1.5 * f.age), 1.6);
    }
    const k = this.seen.find((s) => s.b.id === this.now.selected);
    if (k) shapes.focus(this.on, this.t, k.x, k.y, k.b.flags & marked ? k.reach * 1.5 : k.reach);
    return this.now.bodies.length > crowd ? this.now.bodies.filter((b) => b.flags & marked).length : n;
  }

  /** Those who bear a further mark. */
  private rings(): number {
    const n = this.each((k) => {
      const sign = this.game.marks?.[(k.b.flags >> signBit) - 1];
      if (!sign || k.b.flags & dead) return false;
      shapes.badge(this.on, this.t, css(shown(rgb(sign.color), this.light)), k.x, k.y, k.b.flags & marked ? k.reach * 1.5 : k.reach);
      return true;
    });
    return this.now.bodies.length > crowd ? this.now.bodies.filter((b) => b.flags >> signBit).length : n;
  }

  /** Names and what bodies say. */
  private speech(): number {
    const { width, height, selected, bodies } = this.now, list: Label[] = [];
    for (const k of this.seen) {
      const { b, x, y } = k;
      if (x < 0 || y < 0 || x > width || y > height || b.flags & dead) continue;
      const reach = b.flags & marked ? k.reach * 1.5 : k.reach, away = b.id === selected ? reach + 9 : reach;
      const says = this.scenery.bodies.get(b.id)?.says, own = this.now.colour(b);
      if (bodies.length <= named) this.labels.keep([x - k.reach * 0.7, y - k.reach * 0.7, x + k.reach * 0.7, y + k.reach * 0.7]);
      const of = { of: b.id, x, y, reach: away };
      const ink = b.id === selected ? this.t.focus : css(mix(own ? shown(own, this.light) : rgb(this.t.body), rgb(this.t.ink), 0.63));
      if (k.label && (bodies.length <= named || b.class === none)) list.push({ ...of, text: b.id === selected && this.now.sees ? `${k.label} (you)` : k.label, ink, says: false, rank: b.id === selected ? 0 : b.class === none ? 2 : 3 });
      if (says) list.push({ ...of, text: says.length > 40 ? `${says.slice(0, 39)}…` : says, ink: this.t.ink, says: true, rank: 1 });
    }
    return this.labels.write(list, textSize, width, this.t.field);
  }

  /** Shades what is beyond the sight of who plays. */
  private veil() {
    const { on } = this, { width, height, sees } = this.now;
    if (!sees) return;
    const [x0, y0] = this.pixel(sees.x - sees.far, sees.y - sees.far), [x1, y1] = this.pixel(sees.x + sees.far, sees.y + sees.far);
    on.fillStyle = css(rgb(this.t.page), 0.55);
    on.beginPath();
    on.rect(0, 0, width, height);
    on.rect(x0, y0, x1 - x0, y1 - y0);
    on.fill("evenodd");
  }

  /** What shapes and colours mean, in rows at the top, and how long a metre is. */
  private legend() {
    const { on, t } = this, { width, camera } = this.now, step = gridStep(camera.scale, 40), bar = step * camera.scale;
    const words = step >= 1000 ? `${step / 1000} km` : `${step} m`, end = width - this.free - 10;
    const places: { x: number; row: number; entry?: LegendEntry; text: string }[] = [];
    const usual = width < phone ? phoneRows : legendRows, most = this.unfolded ? Infinity : usual, more = this.labels.width("+99");
    let x = 10, row = 0;
    const put = (wide: number, text: string, entry?: LegendEntry) => {
      if (x > 10 && x + wide + (row === most - 1 ? more : 0) > end) [x, row] = [10, row + 1];
      places.push({ x, row, text, ...(entry && { entry }) });
      x += wide;
    };
    put(bar + 22 + this.labels.width(words), words);
    for (const e of this.scenery.legend) put(36 + this.labels.width(e.text), e.text, e);
    this.cut = row >= usual;
    const rows = Math.min(row + 1, most), left = places.filter((p) => p.row >= most).length;
    this.inset = rows * legendRow + 8;
    on.fillStyle = css(rgb(t.page), 0.85);
    on.fillRect(0, 0, width, this.inset);
    on.textAlign = "left";
    for (const p of places) {
      if (p.row >= most) continue;
      const y = 4 + legendRow * (p.row + 0.5);
      if (p.entry) this.sample(p.entry, p.x + 8, y);
      else shapes.line(on, t.dim, [[p.x, y - 3], [p.x, y + 3], [p.x, y], [p.x + bar, y], [p.x + bar, y - 3], [p.x + bar, y + 3]], 1.5);
      on.fillStyle = t.dim;
      on.fillText(p.text, p.x + (p.entry ? 22 : bar + 8), y + 4.5);
    }
    on.textAlign = "right";
    if (this.cut) on.fillText(left > 0 ? `+${left}` : "−", end, 4 + legendRow * (rows - 0.5) + 4.5);
  }

  /** An entry of the legend as the field shows it. */
  private sample(e: LegendEntry, x: number, y: number) {
    const { on, t } = this, hue = e.color ? shown(rgb(e.color), this.light) : rgb(e.shape === "place" ? t.place : t.body), r = 7;
    if (e.shape === "bot") shapes.bot(on, t, css(hue), x, y, 0, e.glyph ?? 0, r);
    else if (e.shape === "human") shapes.human(on, t, css(hue), x, y, 0, r);
    else if (e.shape === "item") shapes.diamond(on, css(hue), x, y, 4);
    else if (e.shape === "marked") {
      shapes.halo(on, t, x, y, r * 1.2);
      shapes.bot(on, t, t.mark, x, y, 0, 0, r * 0.8);
    } else if (e.shape === "signed") {
      shapes.bot(on, t, t.body, x, y, 0, 0, r * 0.6);
      shapes.badge(on, t, css(hue), x, y, r * 0.6);
    } else if (e.shape === "place") {
      shapes.disc(on, css(hue, 0.125), x, y, r);
      shapes.ring(on, css(hue, 0.5), x, y, r, 1.2);
    } else shapes.building(on, t, hue, { shape: e.shape }, x, y, r * 0.85);
  }
}

/** The smallest length of 1, 2 or 5 times a power of ten metres that has so many pixels. */
function gridStep(scale: number, pixels: number): number {
  for (let power = 1e-3; power < 1e9; power *= 10) for (const m of [1, 2, 5]) if (m * power * scale >= pixels) return Number((m * power).toPrecision(6));
  return 1e9;
}
