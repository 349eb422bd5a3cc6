// The files of the playground, as a browser keeps them until the page is loaded again.
import { type Shared, shared } from "./share.js";

const key = "thicket-game";

/** A game that somebody has changed, with the address that it was opened from. */
export interface Kept { from: string; game: Shared }

/** Keeps a game. It returns why it cannot, such as that there is no room; otherwise nothing. */
export function keep(k: Kept): string {
  try {
    localStorage.setItem(key, JSON.stringify(k));
    return "";
  } catch (e) {
    return (e as Error).message;
  }
}

/** Returns what was kept of an address, checked; nothing where that is none. */
export function kept(from: string): Shared | undefined {
  try {
    const k = JSON.parse(localStorage.getItem(key) ?? "null") as Kept | null;
    return k?.from === from ? shared(k.game) : undefined;
  } catch {
    return undefined; // a browser that keeps nothing, or what was written by something else
  }
}

/** Forgets what is kept. */
export function forget() {
  try {
    localStorage.removeItem(key);
  } catch { /* a browser that keeps nothing has nothing to forget */ }
}
