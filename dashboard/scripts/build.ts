import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const home = fileURLToPath(new URL('..', import.meta.url))
const dist = join(home, 'dist')
// What the built files were made from; a build is fresh while this matches.
const stampName = 'sources.sha256'
const sources = [
  'index.html',
  'package.json',
  'src/**/*',
  'scripts/{build,vite-settings}.ts',
  '../sdk/{package.json,src/**/*.ts}',
  '../markdown/*.ts',
  '../server/pages/live-view.js',
]
const worthCompressingBytes = 1024

async function sourceHash(): Promise<string> {
  const names = globSync(sources, { cwd: home, withFileTypes: false }).sort()
  const hash = createHash('sha256')
  for (const name of names) {
    const text = await readFile(join(home, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EISDIR') return null
      throw error
    })
    if (text) hash.update(`${name}\0${text.length}\0`).update(text)
  }
  return hash.digest('hex')
}

export async function isFresh(): Promise<boolean> {
  const stamp = await readFile(join(dist, stampName), 'utf8').catch(() => null)
  return stamp === (await sourceHash())
}

/**
 * Builds beside the files in use and then replaces them: a server that starts meanwhile, or an aborted build,
 * finds the old files or the new ones, never half of them.
 */
export async function build(): Promise<void> {
  const stamp = await sourceHash()
  const [fresh, replaced] = [`${dist}-${process.pid}`, `${dist}-${process.pid}-replaced`]
  try {
    // Loaded only now: a start that finds everything built should not wait for the bundler.
    const [{ build: bundle }, { embedSettings, viteSettings }] = await Promise.all([
      import('vite'),
      import('./vite-settings.ts'),
    ])
    await bundle(viteSettings(fresh))
    await bundle(embedSettings(fresh))
    await Promise.all(
      globSync('**/*.{js,css,html}', { cwd: fresh }).map((name) => compress(join(fresh, name))),
    )
    await writeFile(join(fresh, stampName), stamp)
    // Renamed and then removed: to remove hundreds of files takes longer than a server may find none.
    await rename(dist, replaced).catch(() => undefined)
    await rename(fresh, dist)
  } finally {
    for (const made of [fresh, replaced]) await rm(made, { recursive: true, force: true })
  }
}

async function compress(path: string): Promise<void> {
  const text = await readFile(path)
  if (text.length < worthCompressingBytes) return
  await writeFile(`${path}.br`, await promisify(brotliCompress)(text))
  await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }))
}
