// The field and its camera. Picture draws it; of crowds Crowd draws the bodies over it.

import { type Body, type Scene, hidden, none, span } from "../client/frames.js";
import type { Game, Message } from "../client/messages.js";
import { type Colour, rgb, theme, lightPage } from "./colour.js";
import { Crowd } from "./crowd.js";
import { Picture, crowd } from "./picture.js";
import { Scenery } from "./scenery.js";

/** What is shown: the middle in metres, and how many pixels a metre has. */
export interface Camera { x: number; y: number; scale: number }

/** Whether the browser has no graphics card to draw with: no WebGL, or a program that stands in for one. */
function isSoft(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return true;
  const names = gl.getExtension("WEBGL_debug_renderer_info");
  const name = String(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|basic render/i.test(name);
}

/** After how many milliseconds it asks for the graphics card: to find one takes half a second of a processor, while the game begins. */
const calm = 3000;

/** How much of the width may show what is beyond the field, so that a body at its edge is not behind what lies over the picture. */
const beyond = 1 / 5;
/** How many pixels of the field beside what covers its left a body and its name need. */
const room = 40;

export class Field {
  readonly camera: Camera = { x: 0, y: 0, scale: 1 };
  private over?: Crowd; // since there was a crowd
  private game!: Game;
  private colours: Colour[] = [];
  private teams: Colour[] = [];
  private readonly picture = new Picture();
  private sees?: { x: number; y: number; far: number }; // see follow
  private shows = ""; // what the picture shows, in figures
  private came = 0; // when the scene came, in milliseconds
  scene?: Scene;
  private self = 0; // the body of who looks
  still = false; // the game is paused
  private top = 0; // the pixels at the top that the whole field leaves free
  private fitted = true; // the whole field is shown, also where the window changes

  constructor(readonly canvas: HTMLCanvasElement, game: Game) {
    canvas.before(this.picture.canvas);
    setTimeout(() => {
      if (!isSoft()) {
        this.picture.accelerate();
        this.shows = "";
      }
    }, calm);
    this.play(game);
    this.whole();
  }

  /** Turns to a game: the first one, or as it is after a reload. */
  play(game: Game) {
    this.game = game;
    this.teams = game.teams.map((t) => rgb(t.color));
    this.colours = game.classes.map((c) => rgb(c.color));
    this.picture.scenery = new Scenery(game);
  }

  /** Takes what a message tells of the picture. */
  hear(m: Message) { this.picture.scenery.hear(m); }

  /** Unfolds or folds the legend where a point of the window is on it, and it is a long one. */
  unfold(x: number, y: number): boolean {
    const box = this.canvas.getBoundingClientRect(), p = this.picture;
    if (!p.cut || x < box.left || y < box.top || x > box.right - p.free || y > box.top + p.inset) return false;
    p.unfolded = !p.unfolded;
    this.shows = "";
    return true;
  }

  /** Keeps so many pixels at the right of the legend free. */
  keepFree(pixels: number) { this.picture.free = pixels; }

  /** Takes a scene, which the next picture shows. */
  take(scene: Scene, self = 0) {
    this.scene = scene;
    this.self = self;
    this.came = performance.now();
  }

  /** Shows the whole field, until the camera is moved. */
  whole() {
    this.fitted = true;
    const { clientWidth: w, clientHeight: h } = this.canvas;
    this.camera.x = this.game.width / 2;
    this.camera.y = this.game.height / 2;
    this.top = this.picture.inset;
    this.canvas.dataset.top = String(this.top);
    this.camera.scale = Math.min(w / this.game.width, Math.max(h - this.top, h / 2) / this.game.height) * 0.97;
    this.camera.y -= this.top / 2 / this.camera.scale;
  }

  /** Moves the camera so that a point in metres is in the middle. */
  look(x: number, y: number) {
    this.fitted = false;
    this.camera.x = x;
    this.camera.y = y;
  }

  /** Follows the one who plays, who sees so far to each side, in metres: the field fills the picture, but for what is covered at the top or, where the field ends, at the left. */
  follow(x: number, y: number, far: number, covered = { top: 0, left: 0 }) {
    const { clientWidth: w, clientHeight: h } = this.canvas, { width, height } = this.game, top = Math.max(this.picture.inset, covered.top);
    const scale = Math.max(Math.max(w, h) / 2 / far, w / width, (h - top) / height), left = Math.min(w / 2, Math.max(w * beyond, covered.left + room));
    this.canvas.dataset.top = String(top);
    this.look(Math.max((w / 2 - left) / scale, Math.min(width - (w * (1 / 2 - beyond)) / scale, x)),
      Math.max((h / 2 - top) / scale, Math.min(height - h / 2 / scale, y - top / 2 / scale)));
    this.camera.scale = scale;
    this.canvas.dataset.you = String(Math.round(w / 2 + (x - this.camera.x) * scale));
    this.sees = { x, y, far };
  }

  /** Zooms around a point of the window. */
  zoom(k: number, x: number, y: number) {
    const box = this.canvas.getBoundingClientRect(), dx = x - box.left - box.width / 2, dy = y - box.top - box.height / 2;
    const scale = Math.max(0.02, Math.min(200, this.camera.scale * k));
    this.look(this.camera.x + dx / this.camera.scale - dx / scale, this.camera.y + dy / this.camera.scale - dy / scale);
    this.camera.scale = scale;
  }

  /** A point of the window in metres. */
  metres(x: number, y: number): [number, number] {
    const box = this.canvas.getBoundingClientRect(), c = this.camera;
    return [c.x + (x - box.left - box.width / 2) / c.scale, c.y + (y - box.top - box.height / 2) / c.scale];
  }

  /** The body at a point of the window, which may be some pixels away. */
  pick(x: number, y: number): Body | undefined {
    const [mx, my] = this.metres(x, y);
    let best: Body | undefined, near = Math.max(14 / this.camera.scale, 0.8);
    for (const b of this.scene?.bodies ?? []) {
      if (b.flags & hidden) continue;
      const [bx, by] = this.place(b), d = Math.hypot(bx - mx, by - my);
      if (d < near) [best, near] = [b, d];
    }
    return best;
  }

  /** How many ticks bodies have moved on since their scene. */
  private ticks(): number {
    return this.still ? 0 : Math.min(0.25, (performance.now() - this.came) / 1000) * this.game.tickRate;
  }

  /** Where a body is now, in metres: as far as its velocity has taken it since its scene. */
  place(b: Body): [number, number] {
    const ticks = this.ticks();
    const side = (at: number, v: number, size: number) => (Math.max(0, Math.min(span, at + v * ticks)) / span) * size;
    return [side(b.x, b.vx, this.game.width), side(b.y, b.vy, this.game.height)];
  }

  find(id: number): Body | undefined {
    return this.scene?.bodies.find((b) => b.id === id);
  }

  /** What is in the picture, in metres. */
  view() {
    const { clientWidth: w, clientHeight: h } = this.canvas, c = this.camera;
    return { x: c.x - w / 2 / c.scale, y: c.y - h / 2 / c.scale, width: w / c.scale, height: h / c.scale, pixels: w };
  }

  /** The colour of a body on a dark ground, for it is of a team or of a class. */
  colour(b: { class: number; team: number }): Colour {
    return this.teams[b.team] ?? this.colours[b.class] ?? rgb(theme().body);
  }

  /** Draws the field, with a ring around a selected body. */
  draw(selected = 0) {
    const { clientWidth: width, clientHeight: height } = this.canvas, ratio = window.devicePixelRatio || 1;
    const w = Math.round(width * ratio), h = Math.round(height * ratio);
    if (this.canvas.width !== w || this.canvas.height !== h) {
      this.canvas.width = w;
      this.canvas.height = h;
      if (this.fitted) this.whole();
    }
    if (this.fitted && this.top !== this.picture.inset) this.whole();
    const bodies = this.scene?.bodies ?? [];
    const { x, y, scale } = this.camera, now = [x, y, scale, w, h, selected, this.scene?.frame, lightPage.matches, this.picture.scenery.heard].join(" ");
    if (this.still && now === this.shows && performance.now() - this.came > 1000) return;
    this.shows = now;
    const drawn = this.picture.draw({
      camera: this.camera, width, height, bodies, tick: this.scene?.tick ?? 0, selected, place: (b) => this.place(b),
      sees: this.sees,
      colour: (b) => (b.class === none && !this.teams[b.team] ? undefined : this.colour(b)),
    }, ratio).join(" ");
    if (this.canvas.dataset.layers !== drawn) this.canvas.dataset.layers = drawn;
    if (this.scene && bodies.length > crowd) {
      this.over ??= new Crowd(this.canvas);
      this.over.draw({
        scene: this.scene, game: this.game, self: this.self, camera: this.camera, ratio, ticks: this.ticks(),
        colour: (b) => this.colour(b), ringed: this.find(selected), place: (b) => this.place(b),
      });
    } else this.over?.clear();
  }
}
