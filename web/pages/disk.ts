// Files in memory, in the place of those of node, for a Go program in a browser: the part of node's
// module fs that Go's package os asks for.

/** What a call is told: an error with a code, or what it asked for. */
type Then = (error: (Error & { code: string }) | null, value?: unknown) => void;

interface Entry { ino: number; mtime: number; data?: Uint8Array; size: number }
interface Open { entry: Entry; at: number }

const folder = 0o40755, file = 0o100644;

/** What flags of open mean here. */
const constants = { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 };

function fault(code: string): Error & { code: string } {
  return Object.assign(new Error(code), { code });
}

/** Disk is a tree of folders and files, with a working folder. What is written to no file is printed. */
export class Disk {
  readonly constants = constants;
  private readonly entries = new Map<string, Entry>([["/", { ino: 1, mtime: 0, size: 0 }]]);
  private readonly opened = new Map<number, Open>();
  private inodes = 1;
  private descriptors = 2;
  private line = "";

  constructor(readonly home: string) { this.make(home); }

  resolve(...parts: string[]): string {
    let path = this.home;
    for (const p of parts) path = p.startsWith("/") ? p : `${path}/${p}`;
    const steps: string[] = [];
    for (const s of path.split("/")) {
      if (s === "..") steps.pop();
      else if (s !== "" && s !== ".") steps.push(s);
    }
    return `/${steps.join("/")}`;
  }

  private parent(path: string) { return path.slice(0, path.lastIndexOf("/")) || "/"; }
  private make(path: string) {
    if (path !== "/") this.make(this.parent(path));
    if (!this.entries.has(path)) this.entries.set(path, { ino: ++this.inodes, mtime: Date.now(), size: 0 });
  }
  private add(path: string, data: Uint8Array): Entry {
    const entry = { ino: ++this.inodes, mtime: Date.now(), data, size: data.length };
    this.entries.set(path, entry);
    return entry;
  }

  /** Puts files into a folder, in the place of all that were there. */
  put(into: string, files: Record<string, Uint8Array | string>) {
    const root = this.resolve(into);
    for (const path of [...this.entries.keys()]) if (path.startsWith(`${root}/`)) this.entries.delete(path);
    this.make(root);
    for (const [name, text] of Object.entries(files)) {
      const path = this.resolve(root, name);
      this.make(this.parent(path));
      this.add(path, typeof text === "string" ? new TextEncoder().encode(text) : text);
    }
  }

  /** Reads the files of a folder, those of folders in it excepted. */
  read(from: string): Record<string, Uint8Array> {
    const root = this.resolve(from), all: Record<string, Uint8Array> = {};
    for (const [path, e] of this.entries) if (e.data && this.parent(path) === root) all[path.slice(root.length + 1)] = e.data.slice(0, e.size);
    return all;
  }

  private stats(e: Entry) {
    const time = e.mtime, dir = !e.data;
    return {
      dev: 1, ino: e.ino, mode: dir ? folder : file, nlink: 1, uid: 0, gid: 0, rdev: 0, size: e.size, blksize: 4096, blocks: Math.ceil(e.size / 512),
      atimeMs: time, mtimeMs: time, ctimeMs: time, isDirectory: () => dir,
    };
  }
  stat(path: string, then: Then) {
    const e = this.entries.get(this.resolve(path));
    if (e) then(null, this.stats(e));
    else then(fault("ENOENT"));
  }
  lstat(path: string, then: Then) { this.stat(path, then); }
  fstat(fd: number, then: Then) {
    const o = this.opened.get(fd);
    if (o) then(null, this.stats(o.entry));
    else then(fault("EBADF"));
  }
  open(name: string, flags: number, _mode: number, then: Then) {
    const path = this.resolve(name);
    let e = this.entries.get(path);
    if (e && flags & constants.O_CREAT && flags & constants.O_EXCL) return then(fault("EEXIST"));
    if (!e) {
      if (!(flags & constants.O_CREAT) || !this.entries.has(this.parent(path))) return then(fault("ENOENT"));
      e = this.add(path, new Uint8Array(0));
    }
    if (!e.data && flags & (constants.O_WRONLY | constants.O_RDWR)) return then(fault("EISDIR"));
    if (e.data && flags & constants.O_DIRECTORY) return then(fault("ENOTDIR"));
    if (flags & constants.O_TRUNC) e.size = 0;
    this.opened.set(++this.descriptors, { entry: e, at: flags & constants.O_APPEND ? e.size : 0 });
    then(null, this.descriptors);
  }
  close(fd: number, then: Then) { then(this.opened.delete(fd) ? null : fault("EBADF")); }
  read_(fd: number, into: Uint8Array, offset: number, length: number, position: number | null, then: Then) {
    const o = this.opened.get(fd), e = o?.entry;
    if (!o || !e?.data) return then(fault(o ? "EISDIR" : "EBADF"));
    const from = Math.min(position ?? o.at, e.size), part = e.data.subarray(from, Math.min(e.size, from + length));
    into.set(part, offset);
    if (position === null) o.at = from + part.length;
    then(null, part.length);
  }
  writeSync(_fd: number, from: Uint8Array): number {
    const lines = (this.line + new TextDecoder().decode(from)).split("\n");
    this.line = lines.pop()!;
    for (const l of lines) console.error(l);
    return from.length;
  }
  write(fd: number, from: Uint8Array, offset: number, length: number, position: number | null, then: Then) {
    const o = this.opened.get(fd), e = o?.entry, part = from.subarray(offset, offset + length);
    if (fd < 3) return then(null, this.writeSync(fd, part));
    if (!o || !e?.data) return then(fault("EBADF"));
    const at = position ?? o.at, end = at + length;
    if (end > e.data.length) {
      const more = new Uint8Array(Math.max(end, 2 * e.data.length));
      more.set(e.data.subarray(0, e.size));
      e.data = more;
    }
    e.data.set(part, at);
    e.size = Math.max(e.size, end);
    e.mtime = Date.now();
    if (position === null) o.at = end;
    then(null, length);
  }
  readdir(name: string, then: Then) {
    const path = this.resolve(name), e = this.entries.get(path);
    if (!e || e.data) return then(fault(e ? "ENOTDIR" : "ENOENT"));
    then(null, [...this.entries.keys()].filter((p) => p !== "/" && this.parent(p) === path).map((p) => p.slice(p.lastIndexOf("/") + 1)));
  }
  mkdir(name: string, _mode: number, then: Then) {
    const path = this.resolve(name);
    if (this.entries.has(path)) return then(fault("EEXIST"));
    if (!this.entries.has(this.parent(path))) return then(fault("ENOENT"));
    this.make(path);
    then(null);
  }
  rename(from: string, to: string, then: Then) {
    const path = this.resolve(from), e = this.entries.get(path);
    if (!e?.data) return then(fault("ENOENT"));
    this.entries.delete(path);
    this.entries.set(this.resolve(to), e);
    then(null);
  }
  unlink(name: string, then: Then) {
    const path = this.resolve(name), e = this.entries.get(path);
    if (!e?.data) return then(fault(e ? "EISDIR" : "ENOENT"));
    this.entries.delete(path);
    then(null);
  }
  rmdir(name: string, then: Then) {
    const path = this.resolve(name), e = this.entries.get(path);
    if (!e || e.data) return then(fault(e ? "ENOTDIR" : "ENOENT"));
    if ([...this.entries.keys()].some((p) => p.startsWith(`${path}/`))) return then(fault("ENOTEMPTY"));
    this.entries.delete(path);
    then(null);
  }
  fsync(_fd: number, then: Then) { then(null); }
  ftruncate(fd: number, length: number, then: Then) {
    const e = this.opened.get(fd)?.entry;
    if (!e?.data || length > e.size) return then(fault("EINVAL"));
    e.size = length;
    then(null);
  }
  readlink(_path: string, then: Then) { then(fault("EINVAL")); }

  /** The disk as Go looks for it, by the names of node. What is not here is not done. */
  asNode(): object {
    const no = (...a: unknown[]) => (a.at(-1) as Then)(fault("ENOSYS")), done = (...a: unknown[]) => (a.at(-1) as Then)(null);
    const own: Record<string, unknown> = { constants, read: this.read_.bind(this), chmod: done, fchmod: done, utimes: done };
    for (const name of ["chown", "fchown", "lchown", "link", "symlink", "truncate"]) own[name] = no;
    const here = this as unknown as Record<string, (...a: unknown[]) => unknown>;
    for (const name of ["stat", "lstat", "fstat", "open", "close", "write", "writeSync", "readdir", "mkdir", "rename", "unlink", "rmdir", "fsync", "ftruncate", "readlink"]) own[name] = here[name]!.bind(this);
    return own;
  }
}
