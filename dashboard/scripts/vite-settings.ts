import { globSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import type { InlineConfig, Plugin } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Lists the paths at which the server serves the app. */
const routeList: Plugin = {
  name: 'stoa-routes',
  apply: 'build',
  async generateBundle() {
    const folders = globSync('src/pages/*/routes.ts', { cwd: root }).sort()
    const modules: Record<string, Record<string, string>>[] = await Promise.all(
      folders.map((file) => import(pathToFileURL(join(root, file)).href)),
    )
    const routes = modules.flatMap((module) => Object.values(module).flatMap(Object.values))
    this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify(routes) })
  },
}

/** One place for what building and developing have in common; there is no configuration file besides. */
export const viteSettings = (outDir: string): InlineConfig => ({
  root,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [react(), routeList],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    // A small file as a data: URL would need a wider policy for fonts and scripts than we send.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    rollupOptions: {
      output: {
        // What pages add to the palette is small and needed together: one file instead of one for each page.
        manualChunks: (id) => (/\/pages\/[\w-]+\/palette\.ts$/.test(id) ? 'palette-entries' : undefined),
        onlyExplicitManualChunks: true,
      },
    },
  },
})
