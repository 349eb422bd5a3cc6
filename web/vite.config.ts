import { defineConfig } from "vite";

// The built pages are embedded into the server, which runs where node is not.
export default defineConfig({
  root: "pages",
  base: "./",
  oxc: { jsx: { importSource: "preact" } },
  worker: { format: "es", rollupOptions: { output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" } } },
  build: {
    outDir: "../../server/pages",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: ["pages/index.html", "pages/gm.html", "pages/try.html"],
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js", assetFileNames: "[name][extname]" },
    },
  },
});
