import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Log } from '../../../kernel/log.ts'
import type { PieceEntry } from '../describe/entry.ts'
import type { Bundle } from '../host/pool.ts'
import type { LoadedPiece } from './perform.ts'

export type PiecePackage = { readonly name: string; readonly version: string; readonly bundle: Bundle }

const catalogueFile = join(import.meta.dirname, '../catalogue/pieces.json')

export const slugOfPackage = (name: string): string =>
  name.replace(/^.*\/(piece-)?/, '').replace(/[^a-z0-9-]/g, '-')

/** The package of a piece where it is installed; null where it is not, as it is optional. */
export async function findPackage(name: string): Promise<PiecePackage | null> {
  let manifest: string
  try {
    manifest = fileURLToPath(import.meta.resolve(`${name}/package.json`))
  } catch {
    return null
  }
  try {
    const { version, main } = JSON.parse(await readFile(manifest, 'utf8')) as {
      version: string
      main: string
    }
    const file = join(dirname(manifest), main)
    return { name, version, bundle: { id: `${name}@${version}`, text: () => readFile(file) } }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

type Describe = (
  bundle: Bundle,
  identity: { package: string; version: string; slug: string },
) => Promise<PieceEntry>

/**
 * The pieces that come with the product, as far as their packages are there. What they can do was recorded when the
 * product was built, so that nothing is loaded to list them; a package of another version is described by itself.
 */
export async function findShippedPieces(describe: Describe, log: Log): Promise<LoadedPiece[]> {
  const entries = JSON.parse(await readFile(catalogueFile, 'utf8')) as PieceEntry[]
  async function find(known: PieceEntry): Promise<LoadedPiece[]> {
    const installed = await findPackage(known.package)
    if (!installed) return []
    const { version, bundle } = installed
    if (version === known.version) return [{ entry: known, bundle }]
    try {
      const identity = { package: known.package, version, slug: known.toolkit.slug }
      return [{ entry: await describe(bundle, identity), bundle }]
    } catch (error) {
      log.warn({ err: error, package: known.package, version }, 'a piece cannot be used in this version')
      return []
    }
  }
  return (await Promise.all(entries.map(find))).flat()
}
