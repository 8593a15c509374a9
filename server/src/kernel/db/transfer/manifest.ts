import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { StartFault } from '../../start-fault.ts'
import { faultFrom } from '../session.ts'

/** Raised when an older build could no longer read what a newer one writes. */
const formatVersion = 1

const Manifest = z.object({
  format: z.literal(formatVersion),
  productVersion: z.string(),
  serverVersion: z.string(),
  /** Whatever was committed before this instant is in the backup. */
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  /** Each table after those it refers to. */
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int().nonnegative(),
      /** Of the file as it lies on the disk. */
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
  sequences: z.array(
    z.object({ name: z.string(), lastValue: z.string().regex(/^-?\d+$/), isCalled: z.boolean() }),
  ),
})
export type Manifest = z.output<typeof Manifest>
export type ManifestTable = Manifest['tables'][number]

const manifestFile = (directory: string): string => join(directory, 'manifest.json')

/** Encoded, so that no name leads out of the directory. */
export const tableFile = (directory: string, table: string): string =>
  join(directory, 'tables', `${encodeURIComponent(table)}.copy.gz`)

export async function writeManifest(directory: string, content: Omit<Manifest, 'format'>): Promise<Manifest> {
  const manifest: Manifest = { format: formatVersion, ...content }
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  await writeFile(manifestFile(directory), text, { flag: 'wx', mode: 0o600, flush: true })
  return manifest
}

export async function readManifest(directory: string): Promise<Manifest> {
  const fix = 'Name the directory of a finished backup.'
  let json: unknown
  try {
    json = JSON.parse(await readFile(manifestFile(directory), 'utf8'))
  } catch (error) {
    throw faultFrom(error, `There is no complete backup in ${directory}`, fix)
  }
  const format = z.object({ format: z.int() }).safeParse(json).data?.format ?? 0
  if (format > formatVersion) {
    throw new StartFault(
      `The backup in ${directory} was made by a newer version (format ${format})`,
      'Restore it with the version that made it.',
    )
  }
  const { data, error } = Manifest.safeParse(json)
  if (data) return data
  throw faultFrom(z.prettifyError(error), `The manifest of the backup in ${directory} is damaged`, fix)
}

/** Reads every file once before anything is changed: a damaged backup is to be found out at the beginning. */
export async function verifyTableFiles(directory: string, { tables }: Manifest): Promise<void> {
  for (const { name, sha256 } of tables) {
    const file = tableFile(directory, name)
    const found = await digestOf(file).catch((error) => {
      throw faultFrom(error, `The backup lacks the file of the table ${name}`, 'Restore another backup.')
    })
    if (found !== sha256) {
      throw new StartFault(
        `The file ${file} of the backup is damaged: its checksum is not the one in the manifest`,
        'Restore another backup.',
      )
    }
  }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}
