// A worker with the program of the playground: a room and its guests, or whoever checks and tests.
import { Disk } from "./disk.js";
import type { Order, Word } from "./lab.js";

interface Program { ask(name: string, about: string): Promise<string>; enter(hello: string, message: (m: string | ArrayBuffer) => void, ended: (reason: string) => void): (text: string | null) => void }

declare const globalThis: {
  fs: object; path: object; process: object; thicket: Program; thicketReady(): void;
  Go: new () => { env: Record<string, string>; importObject: WebAssembly.Imports; run(i: WebAssembly.Instance): Promise<void> };
};
// The types of pages know no workers.
const here = self as unknown as { onmessage: ((e: MessageEvent<Order>) => void) | null; postMessage(w: Word, hand?: Transferable[]): void };

const disk = new Disk("/game");
const guests = new Map<number, (text: string | null) => void>();

/** Starts the program; exec is Go's own script for it. */
async function start(module: WebAssembly.Module, exec: string) {
  globalThis.fs = disk.asNode();
  globalThis.path = { resolve: (...parts: string[]) => disk.resolve(...parts) };
  const no = () => { throw new Error("a browser has no users"); };
  globalThis.process = { getuid: () => -1, getgid: () => -1, geteuid: () => -1, getegid: () => -1, getgroups: no, pid: 1, ppid: 1, umask: no, cwd: () => disk.home, chdir: no };
  await import(/* @vite-ignore */ exec);
  const ready = new Promise<void>((done) => { globalThis.thicketReady = done; });
  const go = new globalThis.Go();
  go.env = { GOGC: "off", GOMEMLIMIT: "256MiB" }; // until the program says otherwise
  void go.run(await WebAssembly.instantiate(module, go.importObject)).then(() => here.postMessage({ is: "dead" }));
  await ready;
}

here.onmessage = ({ data: o }) => {
  switch (o.do) {
    case "start":
      start(o.module, o.exec).then(() => here.postMessage({ is: "ready" }), (e: Error) => here.postMessage({ is: "dead", error: String(e) }));
      break;
    case "put":
      disk.put(o.into, o.files);
      break;
    case "read":
      here.postMessage({ is: "files", n: o.n, files: disk.read(o.from) });
      break;
    case "ask":
      globalThis.thicket.ask(o.name, o.about).then(
        (text) => here.postMessage({ is: "answer", n: o.n, text }), (error: unknown) => here.postMessage({ is: "answer", n: o.n, error: String(error) }));
      break;
    case "enter":
      guests.set(o.guest, globalThis.thicket.enter(o.hello,
        (m) => here.postMessage({ is: "message", guest: o.guest, data: m }, typeof m === "string" ? [] : [m]),
        (reason) => { guests.delete(o.guest); here.postMessage({ is: "ended", guest: o.guest, reason }); }));
      break;
    case "say":
      guests.get(o.guest)?.(o.text);
  }
};
