// Messages of the protocol: see docs/protocol.md.

export type Role = "watcher" | "player" | "gm";

export interface Tunable { key: string; label: string; min?: number; max?: number; step: number; value: number; over?: boolean }

export interface Class {
  id: string; name: string; description?: string; team?: string; min: number; max?: number; tunables: Tunable[];
  color: string; glyph?: number; radius?: number;
}

export interface Game {
  name: string; description?: string; goal?: string; tickRate: number; width: number; height: number; mark?: string; marks?: { title: string; color: string }[];
  classes: Class[]; teams: { id: string; name: string; color: string; hints?: string[] }[];
  places: { id: string; x: number; y: number; radius: number; team?: string }[];
  walls?: { points?: [number, number][]; x?: number; y?: number; radius?: number }[];
  paths?: [number, number][][];
  items?: { id: string; color: string }[];
}

/** What frames do not tell of a body. The shape and what follows are of buildings. */
export interface Telling { id: number; name?: string; says?: string; shape?: string; unfinished?: number; burning?: boolean; off?: boolean }

export interface LegendEntry { text: string; color?: string; shape: string; glyph?: number }

export interface Happening { seq: number; tick: number; kind: string; from?: number; to?: number; line: string }

/** All there is to tell of a body that is selected. */
export interface Sheet {
  id: number; tick: number; gone?: boolean; name?: string; class?: string; classId?: string; form?: string; team?: string;
  x: number; y: number; dead?: boolean; hidden?: boolean; speedMps?: { value: number; over: boolean };
  rows?: { label: string; text: string; share?: number; who?: number }[];
  state?: { key: string; value: string; editable?: boolean }[];
  values?: { kind?: string; name: string; value: string }[];
  log?: string[]; faults?: string[];
}

export interface TreeNode { depth: number; sign: string; title: string; rest?: string; file?: string; line?: number; col?: number }

/** What a node answered in the last tick, and in how many of 100 ticks and of its class it was asked. */
export interface Answer { at: number; word?: "success" | "failure" | "running"; why?: string; ran?: number; class?: number }

/** How a game fared at a tick: how long the tick took, how many bots there were by class, and the scores by team. */
export interface Moment { tick: number; gap?: boolean; ms: number | null; counts: number[]; players: number; scores?: number[] }

/** How a body fared at a tick: its health from 0 to 1, how many metres a second it went, where that is known. With gap nothing is known of the time before. */
export interface BodyMoment { tick: number; gap?: boolean; health: number; measuredMps?: number; action?: string }

/** Who is in a room. */
export interface Person { person: number; role: string; name: string; body?: number; away?: boolean }

/** How a player fares, what its action key does, and whom it is to look for. */
export interface Self {
  team?: string; kit?: string; health: number; of?: number; dead?: boolean; back?: number; by?: string;
  rows: { label: string; value: number; of?: number; unit?: string }[]; state: { key: string; value: string }[];
  verb?: string; who?: number; whom?: string; what?: string; verbs: string[];
  aim?: { why: string; id: number; name: string; x: number; y: number };
  errand?: { why: string; what: string; x: number; y: number };
}

/** How everybody fared in a match that is over, the best first. */
export interface Table {
  round: number; result: string; winner?: string; sides: { team: string; score: number }[];
  list: { id: number; name: string; team?: string; player?: boolean; kills: number; deaths: number; brought: number; contacts: number; score: number }[];
}

/** What a server says. */
export type Message =
  | { type: "welcome"; protocol: number; room: string; you?: number; token?: string; sight?: number; mute?: boolean; noEdit?: boolean; game: Game }
  | { type: "done"; n: number; tick: number; ids?: number[]; note?: string }
  | { type: "refused"; n?: number; error: string }
  | { type: "pong"; n: number; tick: number }
  | { type: "said"; from?: number; name: string; text: string }
  | { type: "events"; missed?: number; list: Happening[] }
  | { type: "standing"; tick: number; paused: boolean; speed: number; players: number; counts: number[]; words: string[]; over: boolean; night: boolean; past: boolean; from: number; to: number; round: number; waits?: boolean; again?: number }
  | { type: "self" } & Self
  | { type: "table" } & Table
  | { type: "items"; add?: [number: number, kind: number, x: number, y: number][]; gone?: number[] }
  | { type: "bodies"; list: Telling[] }
  | { type: "legend"; list: LegendEntry[] }
  | { type: "sheet" } & Sheet
  | { type: "tree"; id: number; name: string; as?: string; nodes: TreeNode[]; more?: number }
  | { type: "answers"; id: number; tick: number; list: Answer[] }
  | { type: "charts"; tick: number; anew?: boolean; list: Moment[]; body?: { id: number; anew?: boolean; list: BodyMoment[] } }
  | { type: "marks"; list: [tick: number, rank: number][] }
  | { type: "found"; text: string; list: { id: number; name: string }[]; more?: number }
  | { type: "source"; file: string; text: string }
  | { type: "people"; list: Person[] }
  | { type: "tuned"; classes: Tunable[][] }
  | { type: "notice"; text: string }
  | { type: "bye"; reason: string; again: boolean };

/** A command of docs/commands.md, such as { do: "add", class: "cat" }. */
export type Command = { do: string } & Record<string, unknown>;
