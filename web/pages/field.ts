// The field as a picture: WebGL with a copy of one shape for each body, so that a hundred
// thousand are no burden. A frame of the game is put into a buffer once, and the graphics card
// moves bodies on until the next one.

import { type Body, type Scene, dead, hidden, marked, span } from "../client/frames.js";
import type { Game } from "../client/messages.js";

/** Colours that eyes of all kinds tell apart, for classes and teams without one. */
const palette = ["#4fb3ff", "#ffb000", "#4cd07d", "#ff6b6b", "#c792ea", "#9adcff", "#d4d466", "#ff9ecb"];

type Colour = [number, number, number];

/** The colour of players without a team, and of the marked. */
const person: Colour = [0.85, 0.35, 0.95], mark: Colour = [1, 0.6, 0.15];

/** What is shown: the middle in metres, and how many pixels a metre has. */
export interface Camera { x: number; y: number; scale: number }

const vertex = `#version 300 es
in vec2 corner; in vec4 at; in vec3 how; in vec4 colour;
uniform vec2 size; uniform vec2 field; uniform vec3 camera; uniform float radius; uniform float ticks; uniform float shade;
out vec4 tint;
void main() {
  float c = cos(how.x), s = sin(how.x);
  vec2 metres = clamp(at.xy + at.zw * ticks, vec2(0.0), field);
  vec2 reach = vec2(corner.x * c - corner.y * s, corner.x * s + corner.y * c) * (how.y * radius + how.z * camera.z);
  vec2 p = ((metres - camera.xy) * camera.z + reach) / size * 2.0;
  gl_Position = vec4(p.x, -p.y, 0.0, 1.0);
  tint = vec4(colour.rgb * shade, colour.a);
}`;

const fragment = `#version 300 es
precision mediump float; in vec4 tint; out vec4 pixel;
void main() { pixel = vec4(tint.rgb * tint.a, tint.a); }`;

/** A body is a dart of two triangles; a place is a disc, and a selected body has a ring. */
const dart = [1.3, 0, -0.9, -0.8, -0.5, 0, 1.3, 0, -0.5, 0, -0.9, 0.8];
const sides = 40;
const disc: number[] = [], ring: number[] = [];
for (let i = 0; i < sides; i++) {
  const on = (k: number, r: number) => [r * Math.cos((k * 2 * Math.PI) / sides), r * Math.sin((k * 2 * Math.PI) / sides)];
  disc.push(0, 0, ...on(i, 1), ...on(i + 1, 1));
  ring.push(...on(i, 2), ...on(i + 1, 2), ...on(i, 2.35), ...on(i + 1, 2), ...on(i + 1, 2.35), ...on(i, 2.35));
}
const shapes = { dart: [0, 6], disc: [6, sides * 3], ring: [6 + sides * 3, sides * 6] } as const;

/** A copy of a shape: place and velocity in metres, turn, size in pixels and in metres, colour. */
const floats = 8;

/** Copies of a shape for the graphics card: the last number of each is a colour of four bytes. */
class Copies {
  numbers = new Float32Array(0);
  words = new Uint32Array(0);

  /** Makes room for so many; what was there is gone if there was too little. */
  room(n: number): this {
    if (this.numbers.length < n * floats) {
      this.numbers = new Float32Array(n * floats * 2);
      this.words = new Uint32Array(this.numbers.buffer);
    }
    return this;
  }

  set(i: number, x: number, y: number, vx: number, vy: number, turn: number, pixels: number, metres: number, c: Colour, alpha: number) {
    const at = i * floats, n = this.numbers;
    n[at] = x;
    n[at + 1] = y;
    n[at + 2] = vx;
    n[at + 3] = vy;
    n[at + 4] = turn;
    n[at + 5] = pixels;
    n[at + 6] = metres;
    this.words[at + 7] = ((alpha * 255) << 24) | ((c[2] * 255) << 16) | ((c[1] * 255) << 8) | (c[0] * 255);
  }
}

export class Field {
  readonly camera: Camera = { x: 0, y: 0, scale: 1 };
  private readonly gl: WebGL2RenderingContext;
  private readonly at: Record<string, WebGLUniformLocation | null> = {};
  private readonly copies: WebGLBuffer;
  private readonly marks: WebGLBuffer;
  private readonly ringed: WebGLBuffer;
  private game!: Game;
  private colours: Colour[] = [];
  private teams: Colour[] = [];
  private readonly data = new Copies();
  private count = 0;
  private places = 0;
  private came = 0; // when the scene came, in milliseconds
  private readonly one = new Copies().room(1);
  scene?: Scene;
  still = false; // the game is paused
  private fitted = true; // the whole field is shown, also where the window changes

  constructor(readonly canvas: HTMLCanvasElement, game: Game) {
    const gl = canvas.getContext("webgl2", { antialias: true, premultipliedAlpha: true });
    if (!gl) throw new Error("this browser has no WebGL 2");
    this.gl = gl;
    const program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]] as const) {
      const s = gl.createShader(kind)!;
      gl.shaderSource(s, source);
      gl.compileShader(s);
      gl.attachShader(program, s);
    }
    ["corner", "at", "how", "colour"].forEach((name, i) => gl.bindAttribLocation(program, i, name));
    gl.linkProgram(program);
    gl.useProgram(program);
    for (const name of ["size", "field", "camera", "radius", "ticks", "shade"]) this.at[name] = gl.getUniformLocation(program, name);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([...dart, ...disc, ...ring]), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    for (const i of [1, 2, 3]) {
      gl.enableVertexAttribArray(i);
      gl.vertexAttribDivisor(i, 1);
    }
    this.copies = gl.createBuffer();
    this.marks = gl.createBuffer();
    this.ringed = gl.createBuffer();
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.play(game);
    this.whole();
  }

  /** Turns to a game: the first one, or as it is after a reload. */
  play(game: Game) {
    this.game = game;
    this.teams = game.teams.map((t, i) => rgb(t.color ?? palette[i % palette.length]!));
    this.colours = game.classes.map((_, i) => rgb(palette[i % palette.length]!));
    const list = game.places ?? [];
    this.places = list.length;
    const copies = new Copies().room(list.length);
    list.forEach((p, i) => {
      const team = game.teams.findIndex((t) => t.id === p.team);
      copies.set(i, p.x, p.y, 0, 0, 0, 0, p.radius, this.teams[team] ?? [0.5, 0.55, 0.6], 0.25);
    });
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.marks);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, copies.numbers, this.gl.STATIC_DRAW);
  }

  take(scene: Scene, self = 0) {
    this.scene = scene;
    this.came = performance.now();
    const bodies = scene.bodies, across = this.game.width / span, down = this.game.height / span;
    this.data.room(bodies.length);
    let n = 0;
    for (const top of [false, true]) {
      for (const b of bodies) {
        if (b.flags & hidden || ((b.flags & marked) !== 0 || b.id === self) !== top) continue;
        const alpha = b.flags & dead ? 0.25 : 0.45 + (0.55 * b.health) / 255;
        const size = b.id === self ? 1.6 : top ? 1.25 : 1;
        this.data.set(n++, b.x * across, b.y * down, b.vx * across, b.vy * down, (b.facing / 128) * Math.PI, size, 0,
          b.flags & marked ? mark : this.colour(b), alpha);
      }
    }
    this.count = n;
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.copies);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, this.data.numbers.subarray(0, n * floats), this.gl.DYNAMIC_DRAW);
  }

  /** Shows the whole field, until the camera is moved. */
  whole() {
    this.fitted = true;
    const { clientWidth: w, clientHeight: h } = this.canvas;
    this.camera.x = this.game.width / 2;
    this.camera.y = this.game.height / 2;
    this.camera.scale = Math.min(w / this.game.width, h / this.game.height) * 0.97;
  }

  /** Moves the camera so that a point in metres is in the middle. */
  look(x: number, y: number) {
    this.fitted = false;
    this.camera.x = x;
    this.camera.y = y;
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

  colour(b: { class: number; team: number }): Colour {
    return this.teams[b.team] ?? this.colours[b.class] ?? person;
  }

  /** Draws the field, with a ring around a selected body. */
  draw(selected = 0) {
    const gl = this.gl, ratio = window.devicePixelRatio || 1, at = this.at, c = this.camera;
    const w = Math.round(this.canvas.clientWidth * ratio), h = Math.round(this.canvas.clientHeight * ratio);
    if (this.canvas.width !== w || this.canvas.height !== h) {
      this.canvas.width = w;
      this.canvas.height = h;
      if (this.fitted) this.whole();
    }
    const k = c.scale * ratio, light = matchMedia("(prefers-color-scheme: light)").matches;
    gl.viewport(0, 0, w, h);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    this.ground(w, h, k);
    gl.uniform2f(at.size!, w, h);
    gl.uniform2f(at.field!, this.game.width, this.game.height);
    gl.uniform3f(at.camera!, c.x, c.y, k);
    gl.uniform1f(at.radius!, Math.max(1.5 * ratio, Math.min(9 * ratio, 0.6 * k)));
    gl.uniform1f(at.shade!, light ? 0.72 : 1);
    gl.uniform1f(at.ticks!, this.ticks());
    this.stamp("disc", this.marks, this.places);
    this.stamp("dart", this.copies, this.count);
    const b = selected ? this.find(selected) : undefined;
    if (b) {
      const [x, y] = this.place(b);
      gl.uniform1f(at.ticks!, 0);
      this.one.set(0, x, y, 0, 0, 0, 1, 0, light ? [0.05, 0.4, 0.9] : [1, 1, 1], 1);
      gl.bindBuffer(gl.ARRAY_BUFFER, this.ringed);
      gl.bufferData(gl.ARRAY_BUFFER, this.one.numbers, gl.DYNAMIC_DRAW);
      this.stamp("ring", this.ringed, 1);
    }
  }

  private stamp(shape: keyof typeof shapes, from: WebGLBuffer, count: number) {
    const gl = this.gl, [first, n] = shapes[shape], stride = 4 * floats;
    gl.bindBuffer(gl.ARRAY_BUFFER, from);
    gl.vertexAttribPointer(1, 4, gl.FLOAT, false, stride, 0);
    gl.vertexAttribPointer(2, 3, gl.FLOAT, false, stride, 16);
    gl.vertexAttribPointer(3, 4, gl.UNSIGNED_BYTE, true, stride, 28);
    gl.drawArraysInstanced(gl.TRIANGLES, first, n, count);
  }

  /** The ground of the field, as one rectangle. */
  private ground(w: number, h: number, k: number) {
    const gl = this.gl, x = w / 2 - this.camera.x * k, y = h / 2 + (this.camera.y - this.game.height) * k;
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(Math.round(x), Math.round(y), Math.round(this.game.width * k), Math.round(this.game.height * k));
    gl.clearColor(0.06, 0.066, 0.072, 0.12);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.disable(gl.SCISSOR_TEST);
  }
}

function rgb(hex: string): Colour {
  const v = parseInt(hex.slice(1), 16);
  return [(v >> 16) / 255, ((v >> 8) & 255) / 255, (v & 255) / 255];
}

/** The colour of a class or a team for style sheets. */
export function css([r, g, b]: Colour): string {
  return `rgb(${Math.round(r * 255)} ${Math.round(g * 255)} ${Math.round(b * 255)})`;
}
