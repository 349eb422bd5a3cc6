import type { Game, LegendEntry, Message, Telling } from "../client/messages.js";

/** How long a contact flashes, in milliseconds. */
const flashTime = 500;

/** What a page has been told of the picture beside frames. */
export class Scenery {
  readonly items = new Map<number, { kind: number; x: number; y: number }>();
  readonly bodies = new Map<number, Telling>();
  legend: LegendEntry[] = [];
  night = false;
  heard = 0; // messages, so far
  flashes: { of: number; since: number }[] = [];

  constructor(readonly game: Game) {}

  /** Takes a message of the server, of any type. */
  hear(m: Message) {
    if (m.type !== "standing" || m.night !== this.night) this.heard++;
    if (m.type === "items") {
      for (const n of m.gone ?? []) this.items.delete(n);
      for (const [n, kind, x, y] of m.add ?? []) this.items.set(n, { kind, x, y });
    } else if (m.type === "bodies") {
      for (const b of m.list) this.bodies.set(b.id, b);
    } else if (m.type === "legend") {
      this.legend = m.list;
    } else if (m.type === "standing") {
      this.night = m.night;
    } else if (m.type === "events") {
      const since = performance.now();
      this.flashes = this.flashes.filter((f) => since - f.since < flashTime);
      for (const e of m.list) if (e.kind === "contact" && e.to && this.flashes.length < 100) this.flashes.push({ of: e.to, since });
    }
  }

  /** The flashes of now, each with its age from 0 to 1. */
  flashing(): { of: number; age: number }[] {
    const now = performance.now();
    return this.flashes.map((f) => ({ of: f.of, age: (now - f.since) / flashTime })).filter((f) => f.age < 1);
  }
}
