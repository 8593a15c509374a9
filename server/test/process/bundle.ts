import { readFile, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { madeOnce } from '../made-once.ts'

const server = fileURLToPath(new URL('../..', import.meta.url))
const packages = dirname(dirname(createRequire(import.meta.url).resolve('fastify/package.json')))

/** Workers, migrations and pages are found beside the source files, as they are without a bundle. */
const ownPlaces: Plugin = {
  name: 'own-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
      loader: 'ts',
      contents: (await readFile(path, 'utf8'))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
    }))
  },
}

// As the launcher does, in a directory that goes with the run.
const launcher = `
import module from 'node:module'
module.enableCompileCache(new URL('compiled', import.meta.url).pathname)
await import('./main.js')
`

/**
 * The command line in a few files instead of 1,200: half of the processor time of a start is for finding and linking
 * modules. Tests that start it again and again use this; what a first start, its memory and its launcher are like is tested
 * with the files as they are installed.
 */
export async function bundledLauncher(): Promise<string> {
  const directory = await madeOnce('bundle', async (made) => {
    await symlink(packages, join(made, 'node_modules'))
    await writeFile(join(made, 'package.json'), '{ "type": "module" }')
    await writeFile(join(made, 'stoa.js'), launcher)
    await build({
      absWorkingDir: server,
      entryPoints: ['src/cli/main.ts'],
      outdir: made,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      packages: 'external',
      keepNames: true,
      plugins: [ownPlaces],
      logLevel: 'error',
    })
  })
  return join(directory, 'stoa.js')
}
