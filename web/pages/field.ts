// The field and its camera. Picture draws it; of crowds WebGL draws the bodies over it, all at once,
// so that a hundred thousand are no burden. A frame of the game is put into a texture once, and the shader moves bodies on until
// the next one. It is no instanced drawing: drawing libraries without a graphics card take each
// instance for a picture of its own, which is ten times as slow.

import { type Body, type Scene, dead, hidden, marked, none, span } from "../client/frames.js";
import type { Game, Message } from "../client/messages.js";
import { type Colour, rgb, shown, theme, lightPage } from "./colour.js";
import { Picture, crowd } from "./picture.js";
import { Scenery } from "./scenery.js";

/** What is shown: the middle in metres, and how many pixels a metre has. */
export interface Camera { x: number; y: number; scale: number }

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

/** Whether WebGL is drawn by a program, for want of a graphics card. */
function isSoft(gl: WebGL2RenderingContext): boolean {
  const names = gl.getExtension("WEBGL_debug_renderer_info");
  return /swiftshader|llvmpipe|softpipe|basic render/i.test(String(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER)));
}

/** How much of the width may show what is beyond the field, so that a body at its edge is not behind what lies over the picture. */
const beyond = 1 / 5;

export class Field {
  readonly camera: Camera = { x: 0, y: 0, scale: 1 };
  private readonly gl: WebGL2RenderingContext;
  private readonly at: Record<string, WebGLUniformLocation | null> = {};
  private readonly bodies: Copies;
  private readonly ringed: Copies;
  private game!: Game;
  private colours: Colour[] = [];
  private teams: Colour[] = [];
  private readonly picture: Picture;
  private sees?: { x: number; y: number; far: number }; // see follow
  private shows = ""; // what the picture shows, in figures
  private cleared = false; // WebGL shows nothing
  private light = false; // the colours that the graphics card has are those of a light page
  private came = 0; // when the scene came, in milliseconds
  scene?: Scene;
  private self = 0; // the body of who looks
  private drawn?: Scene; // the scene that the graphics card has
  still = false; // the game is paused
  private top = 0; // the pixels at the top that the whole field leaves free
  private fitted = true; // the whole field is shown, also where the window changes

  constructor(readonly canvas: HTMLCanvasElement, game: Game) {
    const gl = canvas.getContext("webgl2", { antialias: false, premultipliedAlpha: true });
    if (!gl) throw new Error("this browser has no WebGL 2");
    this.gl = gl;
    this.picture = new Picture(isSoft(gl));
    canvas.before(this.picture.canvas);
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

  /** Gives the bodies of a scene to the graphics card. */
  private give(scene: Scene) {
    const self = this.self;
    this.drawn = scene;
    const bodies = scene.bodies, across = this.game.width / span, down = this.game.height / span;
    this.bodies.begin(bodies.length);
    for (const top of [false, true]) {
      for (const b of bodies) {
        if (b.flags & hidden || ((b.flags & marked) !== 0 || b.id === self) !== top) continue;
        const alpha = b.flags & dead ? 0.25 : 0.45 + (0.55 * b.health) / 255;
        const size = b.id === self ? 1.6 : top ? 1.25 : 1;
        this.bodies.add(b.x * across, b.y * down, b.vx * across, b.vy * down, (b.facing / 128) * Math.PI, size,
          b.flags & marked ? rgb(theme().mark) : shown(this.colour(b), this.light), alpha);
      }
    }
    this.bodies.send();
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

  /** Follows the one who plays, who sees so far to each side, in metres: the field fills the picture, but for what is covered at the top. */
  follow(x: number, y: number, far: number, covered = 0) {
    const { clientWidth: w, clientHeight: h } = this.canvas, { width, height } = this.game, top = Math.max(this.picture.inset, covered);
    this.canvas.dataset.top = String(top);
    const scale = Math.max(Math.max(w, h) / 2 / far, w / width, (h - top) / height), side = w * (1 / 2 - beyond) / scale;
    this.look(Math.max(side, Math.min(width - side, x)),
      Math.max((h / 2 - top) / scale, Math.min(height - h / 2 / scale, y - top / 2 / scale)));
    this.camera.scale = scale;
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
      this.cleared = false;
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
    if (bodies.length > crowd) this.crowd(selected, w, h, ratio);
    else if (!this.cleared) this.clear();
  }

  private clear() {
    this.gl.clearColor(0, 0, 0, 0);
    this.gl.clear(this.gl.COLOR_BUFFER_BIT);
    this.cleared = true;
  }

  /** Draws the bodies of a crowd. */
  private crowd(selected: number, w: number, h: number, ratio: number) {
    const gl = this.gl, at = this.at, c = this.camera, k = c.scale * ratio, light = lightPage.matches;
    if (this.scene && (this.scene !== this.drawn || light !== this.light)) {
      this.light = light;
      this.give(this.scene);
    }
    gl.viewport(0, 0, w, h);
    this.clear();
    this.cleared = false;
    gl.uniform2f(at.size!, w, h);
    gl.uniform2f(at.field!, this.game.width, this.game.height);
    gl.uniform3f(at.camera!, c.x, c.y, k);
    const radius = Math.max(1.5 * ratio, Math.min(9 * ratio, 0.6 * k));
    gl.uniform1f(at.radius!, radius);
    gl.uniform1f(at.ticks!, this.ticks());
    this.stamp(radius < 3 * ratio ? "wedge" : "dart", this.bodies);
    const b = selected ? this.find(selected) : undefined;
    if (b) {
      const [x, y] = this.place(b);
      gl.uniform1f(at.ticks!, 0);
      this.ringed.begin(1);
      this.ringed.add(x, y, 0, 0, 0, 1, rgb(theme().focus), 1);
      this.ringed.send();
      this.stamp("ring", this.ringed);
    }
  }

  private stamp(shape: keyof typeof shapes, what: Copies) {
    const gl = this.gl, [number, corners] = shapes[shape];
    what.bind();
    gl.uniform1i(this.at.shape!, number);
    gl.uniform1i(this.at.corners!, corners);
    gl.drawArrays(gl.TRIANGLES, 0, what.count * corners);
  }
}
