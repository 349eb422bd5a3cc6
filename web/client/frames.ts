// Frames of the protocol: see docs/protocol.md.

/** How many parts of a unit places and velocities count. */
const fraction = 16;

/** The width and the height of a field, in parts. */
export const span = 65536 * fraction;

/** The class of players, and the team of those who have none. */
export const none = 255;

/** The bits of a body's flags. */
export const marked = 1, dead = 2, hidden = 4, laden = 8, talking = 16;

/** The first of the bits of flags that hold the number of the further mark of a body, from 1. */
export const signBit = 5;

/** A body as a frame tells of it. */
export interface Body {
  id: number;
  x: number; // in parts
  y: number;
  vx: number; // parts a tick
  vy: number;
  facing: number; // in 256ths of a turn, 0 to the right, 64 down
  class: number;
  team: number;
  flags: number;
  health: number; // 255 for whole
}

/** All that a client has of its view at a tick; bodies by ascending id. */
export interface Scene {
  frame: number;
  tick: number;
  wrap: boolean;
  bodies: Body[];
}

const tellPlace = 1, tellLook = 2, tellHealth = 4, tellNew = 8;

class Reader {
  private at = 0;
  constructor(private readonly src: Uint8Array) {}

  byte(): number {
    const b = this.src[this.at++];
    if (b === undefined) throw new Error("the frame is cut");
    return b;
  }

  /** A varint: seven bits a byte, the lowest first. Up to 2^53. */
  unsigned(): number {
    let v = 0;
    for (let scale = 1; scale <= 2 ** 49; scale *= 128) {
      const b = this.byte();
      v += (b & 127) * scale;
      if (b < 128) return v;
    }
    throw new Error("a number is too large");
  }

  signed(): number {
    const v = this.unsigned();
    return v % 2 === 0 ? v / 2 : -(v + 1) / 2;
  }

  get ended(): boolean {
    return this.at === this.src.length;
  }
}

/** Where a side of a place is after so many ticks. */
function moved(at: number, v: number, ticks: number, wrap: boolean): number {
  const to = at + v * ticks;
  if (wrap) return ((to % span) + span) % span;
  return Math.max(0, Math.min(span - 1, to));
}

function on(b: Body, ticks: number, wrap: boolean): Body {
  return { ...b, x: moved(b.x, b.vx, ticks, wrap), y: moved(b.y, b.vy, ticks, wrap) };
}

/** Scenes reads frames, and keeps those that a later one may change. */
export class Scenes {
  private readonly kept = new Map<number, Scene>();

  /** Reads a frame. What it returns is to be acknowledged by its number. */
  read(frame: Uint8Array): Scene {
    const r = new Reader(frame);
    if (r.byte() !== 1) throw new Error("not a frame");
    const number = r.unsigned(), baseNumber = r.unsigned(), tick = r.unsigned(), wrap = r.byte() === 1;
    let base: Scene = { frame: 0, tick, wrap, bodies: [] };
    if (baseNumber !== 0) {
      const has = this.kept.get(baseNumber);
      if (!has) throw new Error(`frame ${number} changes frame ${baseNumber}, which is not there`);
      base = has;
    }
    const ticks = tick - base.tick;
    const bodies: Body[] = [];
    let i = 0, id = 0;
    const keep = (below: number) => {
      for (let b = base.bodies[i]; b && b.id < below; b = base.bodies[++i]) bodies.push(on(b, ticks, wrap));
    };
    for (let told = r.unsigned(); told > 0; told--) {
      id += r.unsigned();
      keep(id);
      const what = r.byte();
      let b: Body;
      if (what & tellNew) {
        b = { id, x: 0, y: 0, vx: 0, vy: 0, facing: 0, class: 0, team: 0, flags: 0, health: 0 };
      } else {
        const had = base.bodies[i++];
        if (had?.id !== id) throw new Error(`body ${id} is not there`);
        b = on(had, ticks, wrap);
      }
      if (what === 0) continue;
      if (what & (tellPlace | tellNew)) {
        b.x = (Math.floor(b.x / fraction) + r.signed()) * fraction;
        b.y = (Math.floor(b.y / fraction) + r.signed()) * fraction;
        b.vx = r.signed();
        b.vy = r.signed();
        b.facing = r.byte();
      }
      if (what & (tellLook | tellNew)) {
        b.class = r.byte();
        b.team = r.byte();
        b.flags = r.byte();
      }
      if (what & (tellHealth | tellNew)) b.health = r.byte();
      bodies.push(b);
    }
    keep(Infinity);
    if (!r.ended) throw new Error("the frame is too long");
    const scene: Scene = { frame: number, tick, wrap, bodies };
    for (const old of this.kept.keys()) if (old < baseNumber) this.kept.delete(old);
    this.kept.set(number, scene);
    return scene;
  }
}
