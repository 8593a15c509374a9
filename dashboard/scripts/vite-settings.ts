import { globSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import type { InlineConfig, Plugin, Rollup } from 'vite'

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

type ModuleGraph = Parameters<Rollup.GetManualChunk>[1]

const firstLoads = new WeakMap<ModuleGraph['getModuleInfo'], Set<string>>()

/** Everything that the entry imports before anything can be shown. */
function firstLoadOf({ getModuleIds, getModuleInfo }: ModuleGraph): Set<string> {
  const known = firstLoads.get(getModuleInfo)
  if (known) return known
  const found = new Set([...getModuleIds()].filter((id) => getModuleInfo(id)?.isEntry))
  for (const id of found) for (const imported of getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  firstLoads.set(getModuleInfo, found)
  return found
}

// These load libraries, or are a part of one, that only some pages need.
const withLibraries =
  /\/components\/(code\/editor|dialog\/command-dialog|markdown)|\/(useQueries|queriesObserver)\.js$/

/**
 * Which modules share a file. The first load has the name of every file with its hash, which no compression shortens:
 * a file for each area and one for all components keep it small, and a page needs few requests.
 */
export function chunkOf(id: string, graph: ModuleGraph): string | undefined {
  if (/\/pages\/[\w-]+\/palette\.ts$/.test(id)) return 'palette-entries'
  if (withLibraries.test(id)) return undefined
  const [, texts] = /\/docs\/(guide|reference|operations|security)\//.exec(id) ?? []
  if (texts !== undefined) return texts === 'guide' ? 'guide-texts' : 'reference-texts'
  if (firstLoadOf(graph).has(id)) return 'index'
  if (/\/src\/components\/|\/lucide-react\//.test(id)) return 'components'
  const [, folder, area] = /\/src\/(features|pages)\/([\w-]+)\//.exec(id) ?? []
  // The manifest of workflows decides what is loaded with the canvas.
  return folder === undefined || area === 'workflows' ? undefined : `${area}-${folder}`
}

/** The script that pages of others load: one file, without React, that runs as an ordinary script. */
export const embedSettings = (outDir: string): InlineConfig => ({
  root,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir,
    emptyOutDir: false,
    target: 'es2023',
    reportCompressedSize: false,
    modulePreload: false,
    rollupOptions: {
      input: join(root, 'src/embed/main.ts'),
      output: { format: 'iife', entryFileNames: 'embed.js' },
    },
  },
})

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
        manualChunks: chunkOf,
        onlyExplicitManualChunks: true,
      },
    },
  },
})
