import { options } from "preact";

/** What a person does with a page. Not "input": drawing first would take back what was typed. */
const deeds = ["pointerdown", "pointerup", "click", "keydown"];

/**
 * Has the page draw what has changed once a frame, however many messages have come: on a machine
 * with much else to do frames take long, and the next messages would wait for as many drawings.
 * A hidden page has no frames, and draws four times a second at most. What a person does is answered
 * by a page that knows all that was done before: it is drawn first.
 */
export function drawOnceAFrame() {
  let pending: (() => void) | null = null;
  options.debounceRendering = (draw) => {
    const now = () => {
      pending = null;
      cancelAnimationFrame(frame);
      clearInterval(timer);
      draw();
    };
    const frame = requestAnimationFrame(now);
    const timer = setInterval(() => document.hidden && now(), 250);
    pending = now;
  };
  for (const deed of deeds) addEventListener(deed, () => pending?.(), true);
}
