export * from "./client.js";
export * from "./frames.js";
export * from "./messages.js";
export * from "./stay.js";
