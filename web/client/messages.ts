// Messages of the protocol: see docs/protocol.md.

export type Role = "watcher" | "player" | "gm";

export interface Tunable { key: string; label: string; min?: number; max?: number; step: number; value: number }

export interface Class {
  id: string; name: string; description?: string; team?: string; min: number; max?: number; tunables?: Tunable[];
}

export interface Game {
  name: string; description?: string; tickRate: number; width: number; height: number; mark?: string;
  classes: Class[]; teams: { id: string; name: string; color?: string }[];
  places?: { id: string; x: number; y: number; radius: number; team?: string }[];
}

export interface Happening { seq: number; tick: number; kind: string; from?: number; to?: number; line: string }

/** What a server says. */
export type Message =
  | { type: "welcome"; protocol: number; room: string; you?: number; token?: string; sight?: number; game: Game }
  | { type: "done"; n: number; tick: number; ids?: number[]; note?: string }
  | { type: "refused"; n?: number; error: string }
  | { type: "pong"; n: number; tick: number }
  | { type: "said"; from?: number; name: string; text: string }
  | { type: "events"; missed?: number; list: Happening[] | null }
  | { type: "standing"; tick: number; paused: boolean; speed: number; players: number; counts: number[]; words: string[] | null; over: boolean }
  | { type: "notice"; text: string }
  | { type: "bye"; reason: string };

/** A command of docs/commands.md, such as { do: "add", class: "cat" }. */
export type Command = { do: string } & Record<string, unknown>;
