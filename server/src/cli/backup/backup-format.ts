import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Blobs, createBlobs } from '../../kernel/blobs/blobs.ts'
import { StartFault } from '../../kernel/start-fault.ts'

/** Raised when an older build could no longer read what a newer one writes. */
const formatVersion = 1

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const BackupFacts = z.object({
  format: z.literal(formatVersion),
  productVersion: z.string(),
  /** Whatever was committed before this instant is in the backup. */
  createdAt: z.iso.datetime(),
  /** Of the manifest of the database, which has those of its tables. */
  databaseSha256: Sha256,
  blobs: z.object({ count: z.int().nonnegative(), sizeBytes: z.int().nonnegative(), listSha256: Sha256 }),
  /** Which master key sealed the rows; null when no server had used the database. */
  masterKeyId: z.string().nullable(),
  hasSecrets: z.boolean(),
})
export type BackupFacts = z.output<typeof BackupFacts>

const BlobEntry = z.object({ key: z.string(), sizeBytes: z.int().nonnegative(), sha256: Sha256 })
export type BlobEntry = z.output<typeof BlobEntry>

/** The paths of the parts of a backup in its directory. */
export const backupPaths = (directory: string) => ({
  facts: join(directory, 'backup.json'),
  database: join(directory, 'database'),
  databaseManifest: join(directory, 'database', 'manifest.json'),
  blobs: join(directory, 'blobs'),
  blobList: join(directory, 'blobs.jsonl'),
  secrets: join(directory, 'secrets.json'),
})

export const backupBlobs = (directory: string): Blobs =>
  createBlobs({ kind: 'disk', directory: backupPaths(directory).blobs })

/** Written last: a directory that has it is complete. */
export async function writeFacts(directory: string, facts: Omit<BackupFacts, 'format'>): Promise<void> {
  const text = `${JSON.stringify({ format: formatVersion, ...facts }, null, 2)}\n`
  await writeFile(backupPaths(directory).facts, text, { flag: 'wx', mode: 0o600, flush: true })
}

/** Throws a `StartFault` when the directory is no backup, or one of a newer version. */
export async function readFacts(directory: string): Promise<BackupFacts> {
  const fix = 'name the directory of a finished backup'
  const text = await readFile(backupPaths(directory).facts, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartFault(`there is no backup in ${directory} (${error.code})`, fix)
  })
  const json = parseJson(text)
  const format = z.object({ format: z.int() }).safeParse(json).data?.format ?? 0
  if (format > formatVersion) {
    throw new StartFault(
      `the backup in ${directory} was made by a newer version (format ${format})`,
      'restore it with the version that made it',
    )
  }
  const { data } = BackupFacts.safeParse(json)
  if (data) return data
  throw new StartFault(`backup.json in ${directory} is damaged`, 'restore another backup')
}

export async function* readBlobList(directory: string): AsyncIterable<BlobEntry> {
  await using file = await open(backupPaths(directory).blobList)
  for await (const line of file.readLines()) {
    const { data } = BlobEntry.safeParse(parseJson(line))
    if (!data) throw damaged('blobs.jsonl')
    yield data
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const damaged = (part: string): StartFault =>
  new StartFault(`the backup is damaged: ${part} is not what was written`, 'restore another backup')

export async function fileSha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
