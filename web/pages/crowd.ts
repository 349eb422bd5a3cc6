// The bodies of a crowd: WebGL draws all of them at once, so that a hundred thousand are no burden.
// A frame of the game is put into a texture once, and the shader moves bodies on until the next one.
// It is no instanced drawing: drawing libraries without a graphics card take each instance for a
// picture of its own, which is ten times as slow.

import { type Body, type Scene, dead, hidden, marked, span } from "../client/frames.js";
import type { Game } from "../client/messages.js";
import { type Colour, rgb, shown, theme, lightPage } from "./colour.js";
import type { Camera } from "./field.js";

const vertex = `#version 300 es
precision highp float; precision highp int;
uniform highp sampler2D bodies; uniform int shape; uniform int corners;
uniform vec2 size; uniform vec2 field; uniform vec3 camera; uniform float radius; uniform float ticks;
out vec4 tint;
const vec2 dart[6] = vec2[](vec2(1.3, 0), vec2(-0.9, -0.8), vec2(-0.5, 0), vec2(1.3, 0), vec2(-0.5, 0), vec2(-0.9, 0.8));
const vec2 wedge[3] = vec2[](vec2(1.3, 0), vec2(-0.9, -0.8), vec2(-0.9, 0.8));
vec2 around(int i, float r) { float a = float(i) * 6.2831853 / 40.0; return r * vec2(cos(a), sin(a)); }
vec2 corner(int v) {
  if (shape == 0) return dart[v];
  if (shape == 1) return wedge[v];
  int k = v % 6;
  return around(v / 6 + (k == 1 || k == 3 || k == 4 ? 1 : 0), k < 2 || k == 3 ? 2.0 : 2.35);
}
void main() {
  int i = gl_VertexID / corners;
  ivec2 cell = ivec2(2 * (i % 1024), i / 1024);
  vec4 at = texelFetch(bodies, cell, 0), how = texelFetch(bodies, cell + ivec2(1, 0), 0);
  vec2 c = corner(gl_VertexID % corners);
  float cosine = cos(how.x), sine = sin(how.x);
  vec2 metres = clamp(at.xy + at.zw * ticks, vec2(0.0), field);
  vec2 reach = vec2(c.x * cosine - c.y * sine, c.x * sine + c.y * cosine) * how.y * radius;
  vec2 p = ((metres - camera.xy) * camera.z + reach) / size * 2.0;
  gl_Position = vec4(p.x, -p.y, 0.0, 1.0);
  vec3 rgb = mod(floor(how.z / vec3(65536.0, 256.0, 1.0)), 256.0) / 255.0;
  tint = vec4(rgb, how.w);
}`;

const fragment = `#version 300 es
precision mediump float; in vec4 tint; out vec4 pixel;
void main() { pixel = vec4(tint.rgb * tint.a, tint.a); }`;

/** The shapes, by their numbers in the shader, with how many corners they have: bodies, bodies that are tiny, and the ring around a selected body. */
const shapes = { dart: [0, 6], wedge: [1, 3], ring: [3, 240] } as const;

/** A body in the texture: place and velocity in metres; turn, size in parts of the usual one, colour, alpha. */
const floats = 8, wide = 1024;

/** Bodies as the shader reads them, a row of the texture for each 1,024 of them. */
class Copies {
  count = 0;
  private numbers = new Float32Array(0);
  private readonly texture: WebGLTexture;
  private rows = 0;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.texture = gl.createTexture();
    this.bind();
    for (const kind of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, kind, gl.NEAREST);
  }

  bind() { this.gl.bindTexture(this.gl.TEXTURE_2D, this.texture); }

  /** Begins anew, with room for so many. */
  begin(n: number) {
    this.count = 0;
    const rows = Math.max(1, Math.ceil(n / wide));
    if (this.numbers.length < rows * wide * floats) this.numbers = new Float32Array(rows * wide * floats);
  }

  add(x: number, y: number, vx: number, vy: number, turn: number, size: number, c: Colour, alpha: number) {
    const at = this.count++ * floats, n = this.numbers;
    n[at] = x;
    n[at + 1] = y;
    n[at + 2] = vx;
    n[at + 3] = vy;
    n[at + 4] = turn;
    n[at + 5] = size;
    n[at + 6] = (Math.round(c[0] * 255) * 256 + Math.round(c[1] * 255)) * 256 + Math.round(c[2] * 255);
    n[at + 7] = alpha;
  }

  /** Gives what was added to the graphics card. */
  send() {
    const gl = this.gl, rows = Math.max(1, Math.ceil(this.count / wide));
    this.bind();
    if (rows > this.rows) {
      this.rows = rows;
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, 2 * wide, rows, 0, gl.RGBA, gl.FLOAT, this.numbers.subarray(0, rows * wide * floats));
    } else gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 2 * wide, rows, gl.RGBA, gl.FLOAT, this.numbers.subarray(0, rows * wide * floats));
  }
}

/** What is to be seen of a crowd. */
export interface Crowded {
  scene: Scene;
  game: Game;
  self: number; // the body of who looks
  camera: Camera;
  ratio: number; // how many pixels of the canvas a pixel of the window has
  ticks: number; // since the scene
  colour: (b: Body) => Colour; // on a dark ground
  ringed?: Body;
  place: (b: Body) => [number, number]; // where a body is now, in metres
}

export class Crowd {
  private readonly gl: WebGL2RenderingContext;
  private readonly at: Record<string, WebGLUniformLocation | null> = {};
  private readonly bodies: Copies;
  private readonly ringed: Copies;
  private drawn?: Scene; // the scene that the graphics card has
  private light = false; // ... in the colours of a light page
  private cleared = true;

  constructor(private readonly canvas: HTMLCanvasElement) {
    const gl = canvas.getContext("webgl2", { antialias: false, premultipliedAlpha: true });
    if (!gl) throw new Error("this browser has no WebGL 2, which draws the bodies of a crowd");
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
    for (const name of ["shape", "corners", "size", "field", "camera", "radius", "ticks"]) this.at[name] = gl.getUniformLocation(program, name);
    this.bodies = new Copies(gl);
    this.ringed = new Copies(gl);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  /** Shows nothing, until the next picture. */
  clear() {
    if (!this.cleared) this.wipe();
    this.cleared = true;
  }

  private wipe() {
    this.gl.clearColor(0, 0, 0, 0);
    this.gl.clear(this.gl.COLOR_BUFFER_BIT);
  }

  draw(of: Crowded) {
    const { gl, at } = this, { width: w, height: h } = this.canvas, { camera, ratio } = of, k = camera.scale * ratio;
    if (of.scene !== this.drawn || lightPage.matches !== this.light) this.give(of);
    gl.viewport(0, 0, w, h);
    this.wipe();
    this.cleared = false;
    gl.uniform2f(at.size!, w, h);
    gl.uniform2f(at.field!, of.game.width, of.game.height);
    gl.uniform3f(at.camera!, camera.x, camera.y, k);
    const radius = Math.max(1.5 * ratio, Math.min(9 * ratio, 0.6 * k));
    gl.uniform1f(at.radius!, radius);
    gl.uniform1f(at.ticks!, of.ticks);
    this.stamp(radius < 3 * ratio ? "wedge" : "dart", this.bodies);
    if (of.ringed) {
      const [x, y] = of.place(of.ringed);
      gl.uniform1f(at.ticks!, 0);
      this.ringed.begin(1);
      this.ringed.add(x, y, 0, 0, 0, 1, rgb(theme().focus), 1);
      this.ringed.send();
      this.stamp("ring", this.ringed);
    }
  }

  /** Gives the bodies of a scene to the graphics card. */
  private give({ scene, game, self, colour }: Crowded) {
    this.drawn = scene;
    this.light = lightPage.matches;
    const across = game.width / span, down = game.height / span;
    this.bodies.begin(scene.bodies.length);
    for (const top of [false, true]) {
      for (const b of scene.bodies) {
        if (b.flags & hidden || ((b.flags & marked) !== 0 || b.id === self) !== top) continue;
        const alpha = b.flags & dead ? 0.25 : 0.45 + (0.55 * b.health) / 255;
        const size = b.id === self ? 1.6 : top ? 1.25 : 1;
        this.bodies.add(b.x * across, b.y * down, b.vx * across, b.vy * down, (b.facing / 128) * Math.PI, size,
          b.flags & marked ? rgb(theme().mark) : shown(colour(b), this.light), alpha);
      }
    }
    this.bodies.send();
  }

  private stamp(shape: keyof typeof shapes, what: Copies) {
    const gl = this.gl, [number, corners] = shapes[shape];
    what.bind();
    gl.uniform1i(this.at.shape!, number);
    gl.uniform1i(this.at.corners!, corners);
    gl.drawArrays(gl.TRIANGLES, 0, what.count * corners);
  }
}
