import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleServer } from '../../scripts/build/bundle-server.ts'
import { builtServer, isFresh } from '../../scripts/build/freshness.ts'
import { madeOnce } from '../made-once.ts'

// As the launcher does, in a directory that goes with the run.
const launcher = `
import module from 'node:module'
module.enableCompileCache(new URL('compiled', import.meta.url).pathname)
await import(${JSON.stringify(pathToFileURL(join(builtServer.output, 'cli.main.js')).href)})
`

/**
 * The bundle that `npm start` starts, without its launcher: that compares the bundle with the sources and becomes another
 * process, at every start. Tests that start servers again and again use this; what a first start, its memory and its
 * launcher are like is tested with the launcher.
 */
export async function bundledLauncher(): Promise<string> {
  const directory = await madeOnce('bundle', async (made) => {
    if (!isFresh(builtServer)) await bundleServer()
    await writeFile(join(made, 'package.json'), '{ "type": "module" }')
    await writeFile(join(made, 'stoa.js'), launcher)
  })
  return join(directory, 'stoa.js')
}
