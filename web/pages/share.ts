// Files as a link, and as a zip.

async function squeeze(bytes: Uint8Array<ArrayBuffer>, by: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(by)).arrayBuffer());
}

/** What a link holds. */
export interface Shared { scene: string; files: Record<string, string> }

/** The longest link that is made: longer ones are cut off by some programs that pass them on. */
export const longest = 16000;

/** The fragment of a link that holds files. */
export async function toLink(s: Shared): Promise<string> {
  const packed = await squeeze(new TextEncoder().encode(JSON.stringify(s)), new CompressionStream("deflate-raw"));
  let text = "";
  for (const b of packed) text += String.fromCharCode(b);
  return `#game=${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The most that a link may hold, in bytes: of a stranger's link nobody knows what comes out of it. */
const most = 4 << 20;

/** The files that a fragment holds. It fails where they are none. */
export async function fromLink(fragment: string): Promise<Shared> {
  const text = atob(fragment.slice("#game=".length).replaceAll("-", "+").replaceAll("_", "/"));
  const reader = new Blob([Uint8Array.from(text, (c) => c.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    if ((size += value.length) > most) {
      void reader.cancel();
      throw new Error(`the link holds more than ${most} bytes`);
    }
  }
  return shared(JSON.parse(await new Blob(parts).text()));
}

/** Files of somebody else, checked. */
export function shared(v: unknown): Shared {
  const s = v as Shared;
  if (typeof s?.scene !== "string" || typeof s.files !== "object" || !s.files) throw new Error("wanted a scene and files");
  for (const [name, text] of Object.entries(s.files)) {
    if (typeof text !== "string" || !isName(name)) throw new Error(`a file ${name}: wanted a text, and a name without steps up`);
  }
  if (s.files[s.scene] === undefined) throw new Error(`there is no ${s.scene} among the files`);
  return s;
}

/** Whether a file of the game can be called that. */
export function isName(name: string): boolean {
  return name.length <= 200 && name.split("/").every((step) => /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_ .-]*$/u.test(step));
}

const crcs = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function crc(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (const b of bytes) c = crcs[(c ^ b) & 255]! ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

/** A zip of files, which are stored as they are. */
export function zip(files: Record<string, string>): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [], index: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const path = new TextEncoder().encode(name), data = new TextEncoder().encode(text);
    // 20 is the version 2.0, 0x800 says that names are UTF-8, and 0x21 is the first day that a zip knows.
    const about = [20, 0x800, 0, 0, 0x21], sizes = [crc(data), data.length, data.length];
    const local = record(0x04034b50, about, sizes, [path.length, 0]);
    index.push(record(0x02014b50, [20, ...about], sizes, [path.length, 0, 0, 0, 0], [0, at]), path);
    parts.push(local, path, data);
    at += local.length + path.length + data.length;
  }
  const size = index.reduce((n, p) => n + p.length, 0), count = index.length / 2;
  return new Blob([...parts, ...index, record(0x06054b50, [0, 0, count, count], [size, at], [0])], { type: "application/zip" });
}

/** A record of a zip: a sign, and by turns numbers of two and of four bytes. */
function record(sign: number, ...runs: number[][]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(4 + runs.reduce((n, r, i) => n + r.length * (i % 2 ? 4 : 2), 0)));
  view.setUint32(0, sign, true);
  let at = 4;
  runs.forEach((r, i) => r.forEach((n) => {
    if (i % 2) view.setUint32(at, n, true);
    else view.setUint16(at, n, true);
    at += i % 2 ? 4 : 2;
  }));
  return new Uint8Array(view.buffer);
}

/** Has somebody save a file. */
export function save(name: string, what: Blob) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(what);
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
}

/** The files of what was dropped, files or folders with all below them, and which of them were left out, each with the reason. What begins with a dot is hidden, and not looked at. */
export async function dropped(items: DataTransferItemList): Promise<{ files: Record<string, string>; left: string[] }> {
  const roots = [...items].map((i) => i.webkitGetAsEntry()).filter((e) => e !== null), files: Record<string, string> = {}, left: string[] = [];
  const walk = async (e: FileSystemEntry, path: string): Promise<void> => {
    if (e.name.startsWith(".")) return;
    if (e.isFile) {
      const file = await new Promise<File>((done, refused) => (e as FileSystemFileEntry).file(done, refused));
      if (!isName(path)) left.push(`${path}, for its name`);
      else if (file.size > most) left.push(`${path}, which has more than ${most >> 20} MB`);
      else files[path] = await file.text();
      return;
    }
    const reader = (e as FileSystemDirectoryEntry).createReader();
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((done, refused) => reader.readEntries(done, refused));
      if (some.length === 0) return;
      for (const one of some) await walk(one, path ? `${path}/${one.name}` : one.name);
    }
  };
  // The name of a folder that was dropped alone is none of the game's.
  const alone = roots.length === 1 && roots[0]!.isDirectory;
  for (const r of roots) await walk(r, alone ? "" : r.name);
  return { files, left };
}
