import { readFileSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Metafile, Plugin } from 'esbuild'
import { findEntryPoints, type Places, placeInBundle } from './entry-points.ts'
import { builtServer, stampOf, writeStamp } from './freshness.ts'
import { lazyRoutes } from './lazy-routes.ts'

const server = fileURLToPath(new URL('../../', import.meta.url))

type Manifest = { dependencies: Record<string, string>; optionalDependencies: Record<string, string> }

/**
 * Packages that are found by path when they are needed: programs, data, and what children load before they are sealed.
 * They are the `dependencies` of the server; what it only imports is a development dependency, and part of the bundle.
 */
function externalPackages(): string[] {
  const manifest = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8')) as Manifest
  return [...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }), 'pg-native']
}

const placing = (placed: readonly string[], places: Places): Plugin => ({
  name: 'places',
  setup({ onLoad }) {
    const escaped = placed.map((path) => path.replaceAll(/[\\.+]/g, String.raw`\$&`))
    // Only these files come to this process: each costs a message in both directions.
    onLoad({ filter: new RegExp(`^(${escaped.join('|')})$`) }, async ({ path }) => ({
      loader: 'ts',
      contents: placeInBundle(await readFile(path, 'utf8'), path, places),
    }))
  },
})

/**
 * To an ES module that imports it, Node presents a separate module with the present value of every name, and some are only
 * loaded when they are read: those of `http` load Node's whole HTTP client for `fetch`, which no process here needs. Read
 * as CommonJS, a name costs what it is.
 */
const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?(http|process)$/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path: path.replace('node:', ''), namespace: 'builtin' } : null,
    )
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('node:${path}')`,
    }))
  },
}

const plentyBytes = 3 * 1024 ** 3

/**
 * The bundler is a program in Go, whose collector takes a fifth of the time of the build. Without it, it takes 1 GB of memory
 * instead of 0.7, so it is switched off where there is plenty.
 */
function spareCollector(): void {
  if (process.availableMemory() > plentyBytes) process.env.GOGC ??= 'off'
}

// Packages in CommonJS require modules of Node; an ES module has no `require`.
const ownRequire = `import { createRequire as __createRequire } from 'node:module'
const require = __createRequire(import.meta.url)`

/**
 * The server in a few files instead of 3,000: most of the time of a start was for finding, reading and linking modules. It
 * is made beside the files in use and then put in their place.
 */
export async function bundleServer(): Promise<void> {
  const { output } = builtServer
  const stamp = stampOf(builtServer)
  const [fresh, replaced] = [`${output}-${process.pid}`, `${output}-${process.pid}-replaced`]
  const places = { src: join(server, 'src'), output: fresh }
  const { programs, placed } = findEntryPoints(places)
  spareCollector()
  // Loaded only now: a start that finds everything built should not wait for the bundler.
  const { build } = await import('esbuild')
  try {
    const { metafile } = await build({
      absWorkingDir: server,
      entryPoints: programs,
      outdir: fresh,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      external: externalPackages(),
      // No `keepNames`: it defines the name of every function when it is created, which took a seventh of the processor time,
      // and pages of browser sessions, to which functions are sent as text, do not have its helper.
      keepNames: false,
      legalComments: 'none',
      // A running server holds the text of its bundle, at two bytes for each character of a file that is not all ASCII: without
      // indentation and comments it is 8 MB instead of 21. Lines end, because Node prints the whole line of an error.
      minifyWhitespace: true,
      lineLimit: 160,
      sourcemap: 'linked',
      sourcesContent: false,
      chunkNames: 'shared-[hash]',
      banner: { js: ownRequire },
      metafile: true,
      plugins: [placing(placed, places), lazyBuiltins, lazyRoutes],
      logLevel: 'error',
    })
    refuseNamelessImports(metafile)
    await writeFile(join(fresh, 'package.json'), '{ "type": "module" }\n')
    await writeFile(join(fresh, 'packages.json'), JSON.stringify(packagesIn(Object.keys(metafile.inputs))))
    writeStamp(fresh, stamp)
    await rename(output, replaced).catch(() => undefined)
    await rename(fresh, output)
  } finally {
    for (const made of [fresh, replaced]) await rm(made, { recursive: true, force: true })
  }
}

/** In a bundle, a dynamic import of a package in CommonJS has a default and none of the names that Node finds in it. */
export function refuseNamelessImports({ inputs }: Pick<Metafile, 'inputs'>): void {
  for (const [importer, { imports }] of Object.entries(inputs))
    for (const { path, kind } of imports)
      if (importer.startsWith('src/') && kind === 'dynamic-import' && inputs[path]?.format === 'cjs')
        throw new Error(`${importer} imports ${path} dynamically: import it in a module that is imported so`)
}

/** The folders of the packages that became part of the bundle, whose licences go with it. */
const packagesIn = (inputs: readonly string[]): string[] => [
  ...new Set(inputs.flatMap((input) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? [])),
]
