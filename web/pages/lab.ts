// The workers of the playground: one has the room, one checks while somebody types, and one, which is
// started when it is first needed, tests and explains.
import type { Socket } from "../client/client.js";

export type Files = Record<string, Uint8Array | string>;

/** What a worker is told. */
export type Order =
  | { do: "start"; module: WebAssembly.Module; exec: string }
  | { do: "put"; into: string; files: Files }
  | { do: "read"; n: number; from: string }
  | { do: "ask"; n: number; name: string; about: string }
  | { do: "enter"; guest: number; hello: string }
  | { do: "say"; guest: number; text: string | null };

/** What a worker says. */
export type Word =
  | { is: "ready" }
  | { is: "dead"; error?: string }
  | { is: "answer"; n: number; text?: string; error?: string }
  | { is: "files"; n: number; files: Record<string, Uint8Array> }
  | { is: "message"; guest: number; data: string | ArrayBuffer }
  | { is: "ended"; guest: number; reason: string };

/** A place in a file, from 1, and what is to be said of it. */
export interface Finding { file: string; line: number; col: number; message: string; range?: { line: number; col: number; endLine: number; endCol: number }; notes?: { file: string; line: number; col: number; message: string }[] }
export interface Checked { files: { file: string; ok: boolean; errors: Finding[]; notices: Finding[]; lints: (Finding & { id: string })[] }[] }
export interface Entry { name: string; own?: boolean; kind: string; doc: string; truth?: string; params?: { name: string; type: string; doc?: string }[] }
export interface Failure { at: string; statement?: string; why: string; found?: string; name?: string; tick: number }
export interface Tested {
  ok: boolean; passed: number; failed: number; broken: number; asked: number; of: number;
  files: { file: string; ok: boolean; errors?: string[]; tests: { name: string; line: number; ok: boolean; runs: number; passed: number; failures?: Failure[] }[] }[];
  cover: { file: string; nodes: { line: number; col: number; kind: string; role: string; visits: number; succeeded: number; failed: number; excuse?: string }[] }[];
}
export interface Mutated {
  tried: number; noticed: number; unnoticed: number; unvisited: number; leftOut: number;
  mutants: { file: string; line: number; operator: string; before: string; after?: string; verdict: string }[];
}
export interface Explained { name: string; tick: number; text: string; moment?: { does: string; nodes: { file: string; line: number; depth: number; kind: string; detail: string; answer?: string; path?: boolean; decides?: boolean }[] } }

/** What can be asked for: what it is about, and the answer. */
interface Asks {
  open: [{ scene: string; bots?: string[] }, { name: string; description: string }];
  flush: [Record<string, never>, Record<string, never>];
  check: [{ files: string[] }, Checked];
  words: [{ file: string }, Entry[]];
  test: [{ files: string[] }, Tested];
  mutate: [{ scene: string; max: number }, Mutated];
  why: [{ bot: number; tick: number; not?: string; instead?: string }, Explained];
}

/** Where the program is: its WebAssembly, and Go's script that runs it. */
export interface Program { wasm: string; exec: string }

/** A program that is loaded. Keep has the browser keep it for when there is no network. */
export interface Loaded { module: WebAssembly.Module; keep(): Promise<void> }

/** Fetches the program, which the browser may have kept. Where the server compresses nothing, it is the compressed file. */
async function fetched(wasm: string): Promise<{ answer: Response; packed: boolean; keep(): Promise<void> }> {
  // Pages of other addresses than https and this machine have no caches.
  const kept = "caches" in globalThis ? await caches.open(`thicket-program ${new URL("./", location.href).href}`) : undefined;
  for (const url of [wasm, `${wasm}.gz`]) {
    const answer = await kept?.match(url);
    if (answer) return { answer, packed: url !== wasm, keep: async () => {} };
  }
  const head = await fetch(wasm, { method: "HEAD" });
  const packed = !head.ok || !head.headers.get("Content-Encoding"), url = packed ? `${wasm}.gz` : wasm;
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: the server answers ${answer.status}`);
  const copy = kept && answer.clone();
  return {
    answer, packed,
    async keep() {
      if (!kept || !copy) return;
      for (const older of await kept.keys()) await kept.delete(older);
      await kept.put(url, copy);
    },
  };
}

/** Loads the program. */
export async function load(p: Program): Promise<Loaded> {
  const { answer, packed, keep } = await fetched(p.wasm);
  if (!answer.body) throw new Error(`${p.wasm} is empty`);
  const body = packed && !answer.headers.get("Content-Encoding") ? answer.body.pipeThrough(new DecompressionStream("gzip")) : answer.body;
  return { module: await WebAssembly.compileStreaming(new Response(body, { headers: { "Content-Type": "application/wasm" } })), keep };
}

/** Hand is a worker with the program. */
export class Hand {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, { done(v: never): void; refused(e: Error): void }>();
  private readonly guests = new Map<number, { message(data: string | ArrayBuffer): void; ended(reason: string): void }>();
  private last = 0;
  private readonly ready: Promise<void>;
  private unready!: (e: Error) => void;

  /** Its program starts when that is done. */
  constructor(module: WebAssembly.Module, exec: string, after: Promise<unknown> = Promise.resolve()) {
    this.worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.ready = new Promise((done, refused) => {
      this.unready = refused;
      this.worker.onmessage = ({ data: w }: MessageEvent<Word>) => {
        if (w.is === "ready") done();
        else if (w.is === "dead") {
          this.drop(new Error(w.error || "the program has ended"));
        } else this.hear(w);
      };
    });
    this.ready.catch(() => {}); // who asks is told
    void after.then(() => this.tell({ do: "start", module, exec }));
  }

  private tell(o: Order) { this.worker.postMessage(o); }
  private hear(w: Word) {
    switch (w.is) {
      case "answer": case "files": {
        const of = this.waiting.get(w.n);
        this.waiting.delete(w.n);
        if (w.is === "files") of?.done(w.files as never);
        else if (w.error !== undefined) of?.refused(new Error(w.error));
        else of?.done(JSON.parse(w.text!) as never);
        break;
      }
      case "message":
        this.guests.get(w.guest)?.message(w.data);
        break;
      case "ended":
        this.guests.get(w.guest)?.ended(w.reason);
        this.guests.delete(w.guest);
    }
  }
  /** Answers all that was asked, and all that will be asked of a program that has not started yet. */
  private drop(error: Error) {
    this.unready(error);
    for (const w of this.waiting.values()) w.refused(error);
    this.waiting.clear();
  }

  put(files: Files, into = "/game") { this.tell({ do: "put", into, files }); }
  private wait<T>(o: (n: number) => Order): Promise<T> {
    const n = ++this.last;
    return this.ready.then(() => new Promise<T>((done, refused) => {
      this.waiting.set(n, { done, refused });
      this.tell(o(n));
    }));
  }
  read(from: string): Promise<Record<string, Uint8Array>> { return this.wait((n) => ({ do: "read", n, from })); }
  ask<K extends keyof Asks>(name: K, about: Asks[K][0]): Promise<Asks[K][1]> {
    return this.wait((n) => ({ do: "ask", n, name, about: JSON.stringify(about) }));
  }
  stop() {
    this.worker.terminate();
    this.drop(new Error("stopped"));
  }

  /** Opens what carries messages to the room, as a WebSocket does. */
  connect(): Socket {
    const guest = ++this.last;
    const s: Socket & { readyState: number } = {
      binaryType: "arraybuffer", readyState: WebSocket.CONNECTING, onopen: null, onmessage: null, onclose: null,
      send: (text) => {
        if (entered) this.tell({ do: "say", guest, text });
        else this.tell({ do: "enter", guest, hello: text });
        entered = true;
      },
      close: () => {
        s.readyState = WebSocket.CLOSED;
        this.tell({ do: "say", guest, text: null });
      },
    };
    let entered = false;
    this.guests.set(guest, {
      message: (data) => s.onmessage?.(new MessageEvent("message", { data })),
      ended: (reason) => {
        s.readyState = WebSocket.CLOSED;
        s.onclose?.(new CloseEvent("close", { reason }));
      },
    });
    void this.ready.then(() => {
      s.readyState = WebSocket.OPEN;
      s.onopen?.(new Event("open"));
    }, (e: Error) => this.guests.get(guest)?.ended(e.message));
    return s;
  }
}
