// The field as a picture: WebGL for the bodies, so that ten thousand are no burden.

import { type Body, type Scene, dead, hidden, marked, span } from "../client/frames.js";
import type { Game } from "../client/messages.js";

/** Colours that eyes of all kinds tell apart, for classes and teams without one. */
const palette = ["#4fb3ff", "#ffb000", "#4cd07d", "#ff6b6b", "#c792ea", "#9adcff", "#d4d466", "#ff9ecb"];

/** The colour of players without a team, on dark ground and on light. */
const person: [number, number, number] = [0.85, 0.35, 0.95];

/** What is shown: the middle in metres, and how many pixels a metre has. */
export interface Camera { x: number; y: number; scale: number }

const vertex = `
attribute vec2 at; attribute vec2 corner; attribute vec4 colour; attribute vec2 turn;
uniform vec2 size; uniform float radius; varying vec4 tint;
void main() {
  vec2 c = vec2(corner.x * turn.x - corner.y * turn.y, corner.x * turn.y + corner.y * turn.x);
  vec2 p = (at + c * radius) / size * 2.0 - 1.0;
  gl_Position = vec4(p.x, -p.y, 0.0, 1.0);
  tint = colour;
}`;

const fragment = `
precision mediump float; varying vec4 tint;
void main() { gl_FragColor = vec4(tint.rgb * tint.a, tint.a); }`;

/** A body is a dart of two triangles: six corners of two numbers, each with a place, a turn and a colour. */
const dart = [1.3, 0, -0.9, -0.8, -0.5, 0, 1.3, 0, -0.5, 0, -0.9, 0.8];
const stride = 10;

export class Field {
  readonly camera: Camera = { x: 0, y: 0, scale: 1 };
  private readonly gl: WebGLRenderingContext;
  private readonly size: WebGLUniformLocation | null;
  private readonly radius: WebGLUniformLocation | null;
  private readonly colours: [number, number, number][];
  private readonly teams: [number, number, number][];
  private corners = new Float32Array(0);
  private scene?: Scene;
  private came = 0; // when the scene came, in milliseconds

  constructor(readonly canvas: HTMLCanvasElement, readonly game: Game) {
    const gl = canvas.getContext("webgl", { antialias: true, premultipliedAlpha: true });
    if (!gl) throw new Error("this browser has no WebGL");
    this.gl = gl;
    const program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]] as const) {
      const s = gl.createShader(kind)!;
      gl.shaderSource(s, source);
      gl.compileShader(s);
      gl.attachShader(program, s);
    }
    gl.linkProgram(program);
    gl.useProgram(program);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    let offset = 0;
    for (const [name, n] of [["at", 2], ["corner", 2], ["turn", 2], ["colour", 4]] as const) {
      const where = gl.getAttribLocation(program, name);
      gl.enableVertexAttribArray(where);
      gl.vertexAttribPointer(where, n, gl.FLOAT, false, 4 * stride, 4 * offset);
      offset += n;
    }
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.size = gl.getUniformLocation(program, "size");
    this.radius = gl.getUniformLocation(program, "radius");
    this.teams = game.teams.map((t, i) => rgb(t.color ?? palette[i % palette.length]!));
    this.colours = game.classes.map((_, i) => rgb(palette[i % palette.length]!));
    this.camera = { x: game.width / 2, y: game.height / 2, scale: 1 };
  }

  take(scene: Scene) {
    this.scene = scene;
    this.came = performance.now();
  }

  /** Shows the whole field. */
  whole() {
    const { clientWidth: w, clientHeight: h } = this.canvas;
    this.camera.x = this.game.width / 2;
    this.camera.y = this.game.height / 2;
    this.camera.scale = Math.min(w / this.game.width, h / this.game.height) * 0.97;
  }

  /** Where a body is now, in metres: as far as its velocity has taken it since its scene. */
  place(b: Body): [x: number, y: number] {
    const ticks = Math.min(0.25, (performance.now() - this.came) / 1000) * this.game.tickRate;
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

  colour(b: { class: number; team: number }): [number, number, number] {
    return this.teams[b.team] ?? this.colours[b.class] ?? person;
  }

  draw(self = 0) {
    const gl = this.gl, ratio = window.devicePixelRatio || 1;
    const w = Math.round(this.canvas.clientWidth * ratio), h = Math.round(this.canvas.clientHeight * ratio);
    if (this.canvas.width !== w || this.canvas.height !== h) {
      this.canvas.width = w;
      this.canvas.height = h;
    }
    gl.viewport(0, 0, w, h);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    const bodies = this.scene?.bodies ?? [];
    const need = (bodies.length + 5) * 6 * stride;
    if (this.corners.length < need) this.corners = new Float32Array(need * 2);
    const k = this.camera.scale * ratio, view = this.view();
    const radius = Math.max(1.5 * ratio, Math.min(9 * ratio, 0.6 * k));
    let n = this.frame(view, k, radius);
    const mine: Body[] = [];
    for (const b of bodies) {
      if (b.flags & hidden) continue;
      if (b.flags & marked || b.id === self) mine.push(b); // on top
      else n = this.dart(n, b, view, k, 1);
    }
    for (const b of mine) n = this.dart(n, b, view, k, b.id === self ? 1.6 : 1.25);
    gl.uniform2f(this.size, w, h);
    gl.uniform1f(this.radius, radius);
    gl.bufferData(gl.ARRAY_BUFFER, this.corners.subarray(0, n), gl.DYNAMIC_DRAW);
    gl.drawArrays(gl.TRIANGLES, 0, n / stride);
  }

  private dart(n: number, b: Body, view: { x: number; y: number }, k: number, size: number): number {
    const [x, y] = this.place(b);
    const [r, g, blue] = b.flags & marked ? [1, 0.7, 0.28] : this.colour(b);
    const alpha = b.flags & dead ? 0.25 : 0.45 + (0.55 * b.health) / 255;
    const a = (b.facing / 128) * Math.PI, cos = Math.cos(a) * size, sin = Math.sin(a) * size;
    for (let i = 0; i < dart.length; i += 2) {
      this.corners.set([(x - view.x) * k, (y - view.y) * k, dart[i]!, dart[i + 1]!, cos, sin, r, g, blue, alpha], n);
      n += stride;
    }
    return n;
  }

  /** The ground of the field, as one rectangle. */
  private frame(view: { x: number; y: number }, k: number, radius: number): number {
    const x0 = -view.x * k, y0 = -view.y * k, w = this.game.width * k, h = this.game.height * k;
    let n = 0;
    for (const [x, y] of [[0, 0], [1, 0], [0, 1], [1, 0], [1, 1], [0, 1]] as const) {
      this.corners.set([x0, y0, (x * w) / radius, (y * h) / radius, 1, 0, 0.5, 0.55, 0.6, 0.12], n);
      n += stride;
    }
    return n;
  }
}

function rgb(hex: string): [number, number, number] {
  const v = parseInt(hex.slice(1), 16);
  return [(v >> 16) / 255, ((v >> 8) & 255) / 255, (v & 255) / 255];
}

/** The colour of a class or a team for style sheets. */
export function css([r, g, b]: [number, number, number]): string {
  return `rgb(${Math.round(r * 255)} ${Math.round(g * 255)} ${Math.round(b * 255)})`;
}
