import { options } from "preact";

/**
 * Has the page draw what has changed once a frame, however many messages have come: on a machine
 * with much else to do frames take long, and the next messages would wait for as many drawings.
 * A hidden page has no frames, and draws four times a second at most.
 */
export function drawOnceAFrame() {
  options.debounceRendering = (draw) => {
    const now = () => {
      cancelAnimationFrame(frame);
      clearInterval(timer);
      draw();
    };
    const frame = requestAnimationFrame(now);
    const timer = setInterval(() => document.hidden && now(), 250);
  };
}
