// Texts of the field, so that none lies over another.

export interface Label { of: number; text: string; x: number; y: number; reach: number; ink: string; rank: number; says: boolean }

type Box = [x0: number, y0: number, x1: number, y1: number];

/** Places for a text beside a body: to a side, or so many lines over it, or under it below 0. */
const spots: [side: number, line: number][] = [[0, 1], [0, -1], [1, 0], [-1, 0]];
const saying: [side: number, line: number][] = [[0, 1], [0, 2], [0, 3], [0, -2], [1, 0], [-1, 0]];

/** The side of the squares in which boxes are looked up, in pixels. */
const side = 64;

export class Labels {
  private readonly widths = new Map<string, number>();
  private was = new Map<string, number>();
  private cells = new Map<number, Box[]>();

  constructor(private readonly on: CanvasRenderingContext2D) {}

  width(text: string): number {
    let w = this.widths.get(text);
    if (w === undefined) {
      if (this.widths.size > 2000) this.widths.clear();
      this.widths.set(text, (w = this.on.measureText(text).width));
    }
    return w;
  }

  private free(b: Box): boolean {
    for (let x = Math.floor(b[0] / side); x <= Math.floor(b[2] / side); x++) {
      for (let y = Math.floor(b[1] / side); y <= Math.floor(b[3] / side); y++) {
        for (const o of this.cells.get(y * 1024 + x) ?? []) if (o[0] < b[2] && b[0] < o[2] && o[1] < b[3] && b[1] < o[3]) return false;
      }
    }
    return true;
  }

  /** Keeps texts away from a part of the picture. */
  keep(b: Box) {
    for (let x = Math.floor(b[0] / side); x <= Math.floor(b[2] / side); x++) {
      for (let y = Math.floor(b[1] / side); y <= Math.floor(b[3] / side); y++) {
        const at = y * 1024 + x, list = this.cells.get(at);
        if (list) list.push(b);
        else this.cells.set(at, [b]);
      }
    }
  }

  clear() {
    this.cells = new Map();
  }

  /** Writes labels, those of low ranks first, in the spots where they were or in others; those without any are left out. It returns how many of them say something. */
  write(list: Label[], size: number, wide: number, ground: string): number {
    const was = this.was;
    this.was = new Map();
    let said = 0;
    list.sort((a, b) => a.rank - b.rank);
    for (const k of list) {
      const key = (k.says ? "s" : "n") + k.of, half = this.width(k.text) / 2, all = k.says ? saying : spots, first = was.get(key);
      for (const i of first === undefined ? all.keys() : [first, ...all.keys()]) {
        const [beside, line] = all[i]!;
        let x = k.x, base = k.y + size * 0.35;
        if (beside !== 0) x += beside * (k.reach + 4 + half);
        else if (line > 0) base = k.y - k.reach - 5 - (size + 4) * (line - 1);
        else base = k.y + k.reach + 8 + size + (size + 4) * (-line - 1);
        if (beside === 0) x = Math.min(Math.max(x, half + 4), wide - half - 4);
        const b: Box = [x - half - 2, base - size, x + half + 2, base + 3];
        if (k.rank > 0 && !this.free(b)) continue;
        this.keep(b);
        this.was.set(key, i);
        if (k.says) said++;
        this.text(k.text, x, base, k.ink, ground);
        break;
      }
    }
    return said;
  }

  /** Writes a text around x with its line at base, on a seam of the ground that keeps it apart from what is under it. */
  text(text: string, x: number, base: number, ink: string, ground: string) {
    const on = this.on;
    on.textAlign = "center";
    on.lineJoin = "round";
    on.lineWidth = 3;
    on.strokeStyle = ground;
    on.strokeText(text, x, base);
    on.fillStyle = ink;
    on.fillText(text, x, base);
  }
}
