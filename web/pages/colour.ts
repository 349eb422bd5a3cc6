// Colours of the pages, as package draw has them.

import { dark, light, luma } from "./look.js";

export type Theme = typeof dark;

/** Whether the page is light: canvases have no style sheets. */
export const lightPage = matchMedia("(prefers-color-scheme: light)");

/** The colours of pictures now. */
export function theme(): Theme {
  return lightPage.matches ? light : dark;
}

/** Red, green and blue from 0 to 1. */
export type Colour = [number, number, number];

/** Colours that eyes of all kinds tell apart, for lines that are of no class and no team. */
export const palette = ["#4fb3ff", "#ffb000", "#4cd07d", "#ff6b6b", "#c792ea", "#9adcff", "#d4d466", "#ff9ecb"];

/** Reads #rrggbb, and what more it has. */
export function rgb(hex: string): Colour {
  const v = parseInt(hex.slice(1, 7), 16);
  return [(v >> 16) / 255, ((v >> 8) & 255) / 255, (v & 255) / 255];
}

/** The colour for style sheets and canvases. */
export function css([r, g, b]: Colour, alpha = 1): string {
  const all = `${Math.round(r * 255)} ${Math.round(g * 255)} ${Math.round(b * 255)}`;
  return alpha === 1 ? `rgb(${all})` : `rgb(${all} / ${alpha})`;
}

/** A colour of a game as it is shown: as it is on a dark ground; on a light one the darker, the brighter it was. */
export function shown(c: Colour, light: boolean): Colour {
  if (!light) return c;
  const [r, g, b] = c.map((v) => Math.round(v * 255)) as Colour;
  const bright = Math.floor((2126 * r + 7152 * g + 722 * b) / 10000);
  if (bright === 0) return c;
  const want = Math.max(Math.min(luma.brightest - Math.trunc(((bright - luma.from) * 11) / 10), luma.brightest), luma.least);
  return [r, g, b].map((v) => Math.min(Math.floor((v * want) / bright), 255) / 255) as Colour;
}

/** The first colour with a part of the second, from 0 to 1, in its place. */
export function mix(a: Colour, b: Colour, part: number): Colour {
  return a.map((v, i) => v + (b[i]! - v) * part) as Colour;
}
