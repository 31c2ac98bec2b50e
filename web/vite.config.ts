// One file out of each page: styles and scripts are inlined, so that a report needs nothing but itself. The page of
// `mercer serve` is built by `--mode serve`; the server puts a fresh number for @@NONCE@@.
import { defineConfig, type UserConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

export default defineConfig(({ mode }) => ({
  plugins: [viteSingleFile({ removeViteModuleLoader: true })],
  html: mode === "serve" ? { cspNonce: "@@NONCE@@" } : {},
  build: {
    target: "es2022", outDir: "dist", emptyOutDir: false,
    rollupOptions: { input: mode === "serve" ? "serve.html" : "report.html" },
  },
  test: { testTimeout: 120_000, hookTimeout: 120_000 },
} as UserConfig));
