import { useRef, useState } from "preact/hooks";
import type { Client } from "../client/client.js";
import type { Command } from "../client/messages.js";
import type { Act } from "./cards.js";

/** How many commands can be taken back. */
const most = 100;

/** Carries out commands, and takes back the last ones; note is told what the server says to them. */
export function useCommands(client: { current: Client | null }, note: (text: string) => void): { act: Act; undo(): void; forget(): void; left: number } {
  const done = useRef<Command[][]>([]);
  const last = useRef({ of: "", at: 0 });
  const [left, setLeft] = useState(0);
  const keep = (list: Command[][]) => {
    done.current = list.slice(-most);
    setLeft(done.current.length);
  };
  const act: Act = (command, back) => client.current!.do(command).then((m) => {
    note(m.note ?? "");
    const steps = back?.(m) ?? [];
    // A slider that is dragged is one change.
    const { value: _, ...rest } = command, of = JSON.stringify(rest), at = Date.now();
    const drags = command.do === "tune" && done.current.length > 0 && of === last.current.of && at - last.current.at < 1000;
    last.current = { of, at };
    if (steps.length > 0 && !drags) keep([...done.current, steps]);
    return true;
  }, (e: Error) => {
    note(e.message);
    return false;
  });
  const undo = () => {
    const steps = done.current.at(-1);
    if (!steps) return;
    keep(done.current.slice(0, -1));
    void Promise.allSettled(steps.map((c) => client.current!.do(c))).then((all) => {
      const no = all.find((r) => r.status === "rejected");
      note(no ? `Not all could be taken back: ${(no.reason as Error).message}` : "");
    });
  };
  return { act, undo, forget: () => keep([]), left };
}
