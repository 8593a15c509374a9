import { globSync, readFileSync } from 'node:fs'
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

/** The font is named in the document: a browser would find it only in the style sheet, one round trip later. */
const font: Plugin = {
  name: 'stoa-font',
  apply: 'build',
  // Its licence asks to be where the font is.
  generateBundle() {
    const source = readFileSync(fileURLToPath(import.meta.resolve('@fontsource-variable/inter/LICENSE')))
    this.emitFile({ type: 'asset', fileName: 'licenses/inter.txt', source })
  },
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => name.endsWith('.woff2'))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: '' },
          injectTo: 'head',
        })),
  },
}

// These load libraries, or are a part of one, that only some pages need.
const withLibraries =
  /\/components\/(code\/editor|dialog\/command-dialog|list\/long-table|markdown)|\/(useQueries|queriesObserver)\.js$/

const isAlone = (id: string): boolean => withLibraries.test(id)

type ModuleInfo = { importedIds: readonly string[] } | null
type Graph = { getModuleInfo(id: string): ModuleInfo }

const overviewPage = join(root, 'src/pages/overview/overview-page.tsx')
let loadedWithOverview: Set<string> | null = null

/** Everything that the overview imports, and what that imports. The sources are the same for all builds of a process. */
function overviewLoads(graph: Graph): Set<string> {
  if (loadedWithOverview) return loadedWithOverview
  const found = new Set([overviewPage])
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  loadedWithOverview = found
  return found
}

function chunkOf(id: string, graph: Graph): string | null {
  if (isAlone(id)) return null
  if (/\/src\/(components\/|typing\.ts)|\/lucide-react\//.test(id)) return 'components'
  // The first page of most visits: what it takes from other areas is little of each, and would be a request for each.
  if (/\/src\/features\//.test(id) && overviewLoads(graph).has(id)) return 'shared-features'
  const [, folder, area] = /\/src\/(features|pages)\/([\w-]+)\//.exec(id) ?? []
  // The manifest of workflows decides what is loaded with the canvas.
  return folder === undefined || area === 'workflows' ? null : `${area}-${folder}`
}

/**
 * Which modules share a file. The first load has the name of every file with its hash, which no compression shortens:
 * a file for each area and one for all components keep it small, and a page needs few requests.
 */
const chunks = [
  { name: 'palette-entries', test: /\/pages\/[\w-]+\/palette\.ts$/, priority: 3 },
  { name: 'logos', test: /\/logos\.json$/, priority: 3 },
  { name: 'guide-texts', test: /\/docs\/guide\//, priority: 3 },
  { name: 'reference-texts', test: /\/docs\/(reference|operations|security)\//, priority: 3 },
  // Everything that the entry imports before anything can be shown.
  { name: 'index', tags: ['$initial' as const], test: (id: string) => !isAlone(id), priority: 2 },
  { name: chunkOf, debugName: 'areas', priority: 1 },
]

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
    rolldownOptions: {
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
  plugins: [react(), routeList, font],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    // A small file as a data: URL would need a wider policy for fonts and scripts than we send.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: chunks } },
    },
  },
})
