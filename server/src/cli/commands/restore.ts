import { createHash, randomUUID } from 'node:crypto'
import { link, open, readFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { blobSettingsOf, ensureDataDir, migrationsDirectory } from '../../infrastructure.ts'
import { type Blobs, createBlobs } from '../../kernel/blobs/blobs.ts'
import { loadDatabase } from '../../kernel/db/transfer/load.ts'
import { loadMasterKeys } from '../../kernel/secrets/key-file.ts'
import { checkKeyFingerprint, type MasterKeys } from '../../kernel/secrets/master-key.ts'
import { StartFault } from '../../kernel/start-fault.ts'
import {
  type BackupFacts,
  backupBlobs,
  backupPaths,
  damaged,
  fileSha256,
  readBlobList,
  readFacts,
} from '../backup/backup-format.ts'
import { copyBlobs } from '../backup/copy-blobs.ts'
import { joinDatabase } from '../backup/join-database.ts'
import { syncDirectory } from '../backup/sync-directory.ts'
import type { Command, CommandContext } from '../command.ts'
import { readDatabaseFacts } from '../doctor/read-database-facts.ts'
import { sizeText } from '../output/table.ts'

/**
 * Everything is checked before anything is changed, and the database comes last: while it is empty the installation
 * counts as empty, so a restore that was broken off can simply be run again.
 */
export const restoreCommand: Command = {
  name: 'restore',
  takes: ['directory'],
  summary: 'Restore a backup into an empty installation',
  details: 'Nothing is ever overwritten: an installation that has data is refused.',
  options: { yes: { type: 'boolean', meaning: 'skip the confirmation' } },
  async run(context) {
    const { config, words, say } = context
    const source = resolve(words[0]!)
    const facts = await verifyBackup(source)
    await checkSecrets(context, source, facts)
    await confirm(context, source, facts)

    await ensureDataDir(config.dataDir)
    const database = await joinDatabase(context)
    await refuseUsed(context, database.settings)
    const blobs = createBlobs(blobSettingsOf(config, context.secrets))
    context.cleanup.defer(blobs.close)
    await refuseForeignBlobs(blobs, backupBlobs(source))

    await restoreBlobs(source, blobs)
    await restoreSecrets(context, source, facts)
    const { tables } = await loadDatabase(database.settings, backupPaths(source).database, {
      migrationsDirectory,
    })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const { count, sizeBytes } = facts.blobs
    say(
      `Restored what was there at ${facts.createdAt}: ${rows} rows, ${count} files (${sizeText(sizeBytes)}).`,
    )
    say('Start the server with: stoa start')
    return { data: { createdAt: facts.createdAt, rows, files: count, dataDirectory: config.dataDir } }
  },
}

/** The tables have separate checksums, which loading them checks before it changes anything. */
async function verifyBackup(source: string): Promise<BackupFacts> {
  const facts = await readFacts(source)
  const paths = backupPaths(source)
  const found = async (path: string, part: string) => {
    if (await stat(path).catch(() => null)) return fileSha256(path)
    throw damaged(part)
  }
  if ((await found(paths.databaseManifest, 'database/manifest.json')) !== facts.databaseSha256) {
    throw damaged('database/manifest.json')
  }
  if ((await found(paths.blobList, 'blobs.jsonl')) !== facts.blobs.listSha256) throw damaged('blobs.jsonl')
  const blobs = backupBlobs(source)
  for await (const { key, sha256 } of readBlobList(source)) {
    const blob = await blobs.get(key)
    if (!blob) throw damaged(`blobs/${key}`)
    const hash = createHash('sha256')
    for await (const chunk of blob.stream) hash.update(chunk as Buffer)
    if (hash.digest('hex') !== sha256) throw damaged(`blobs/${key}`)
  }
  return facts
}

/** Finds out before the start, which would be too late, whether what is sealed in the backup can be opened here. */
async function checkSecrets({ config, secrets }: CommandContext, source: string, facts: BackupFacts) {
  const own = join(config.dataDir, 'secrets.json')
  const hasOwn = (await stat(own).catch(() => null)) !== null
  const brought = facts.hasSecrets ? await loadMasterKeys({ dataDir: source, mayCreate: false }) : null
  if (hasOwn && brought) await refuseOtherKeys(own, config.dataDir, brought)
  if (facts.masterKeyId === null) return
  const directory = hasOwn ? config.dataDir : source
  const keys =
    hasOwn || brought || secrets.secretKey !== null
      ? await loadMasterKeys({ dataDir: directory, fromEnvironment: secrets.secretKey, mayCreate: false })
      : null
  if (keys === null) {
    throw new StartFault(
      'the backup does not hold the master key that its secrets were sealed with',
      `put secrets.json of the old installation into ${config.dataDir}, or set STOA_SECRET_KEY`,
    )
  }
  checkKeyFingerprint(keys, facts.masterKeyId)
}

async function refuseOtherKeys(path: string, dataDir: string, brought: MasterKeys): Promise<void> {
  const own = await loadMasterKeys({ dataDir, mayCreate: false })
  const ids = [own.current, ...own.previous].map(({ id }) => id)
  if ([brought.current, ...brought.previous].every(({ id }) => ids.includes(id))) return
  throw new StartFault(
    `${path} exists and holds another master key than the backup`,
    'restore into another data directory, or move that file away if it opens nothing',
  )
}

async function confirm({ options, isJson, config }: CommandContext, source: string, facts: BackupFacts) {
  if (options.yes) return
  const target = config.usesEmbeddedDatabase ? config.dataDir : `${config.dataDir} and DATABASE_URL`
  if (isJson || !process.stdin.isTTY) {
    throw new StartFault(`the backup would be restored into ${target}`, 'add --yes to confirm')
  }
  const prompt = createInterface({ input: process.stdin, output: process.stdout })
  const question = `Restore ${source} (${facts.createdAt}) into ${target}? [y/N] `
  // Ctrl+C at the prompt is an answer, too.
  const answer = await prompt.question(question).catch(() => '')
  prompt.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new StartFault('nothing was restored', 'answer y to continue')
}

async function refuseUsed({ config }: CommandContext, settings: Parameters<typeof readDatabaseFacts>[0]) {
  const { keyFingerprint } = await readDatabaseFacts(settings)
  if (keyFingerprint === null) return
  throw new StartFault(
    config.usesEmbeddedDatabase
      ? `there is an installation in ${config.dataDir} already`
      : 'the database that DATABASE_URL names is in use already',
    config.usesEmbeddedDatabase
      ? 'set STOA_DATA_DIR to a new directory'
      : 'name an empty database in DATABASE_URL',
  )
}

/** Files of a restore that was broken off may stay; any other may belong to someone. */
async function refuseForeignBlobs(target: Blobs, source: Blobs): Promise<void> {
  for await (const { key } of target.list()) {
    if (await source.head(key)) continue
    throw new StartFault(
      `the storage for files is not empty: it has ${key}, which is not in the backup`,
      'use another data directory, or another bucket in STOA_BLOBS',
    )
  }
}

async function restoreBlobs(source: string, to: Blobs): Promise<void> {
  const expected = new Map<string, string>()
  async function* keys() {
    for await (const entry of readBlobList(source)) {
      expected.set(entry.key, entry.sha256)
      yield entry
    }
  }
  await copyBlobs({
    from: backupBlobs(source),
    to,
    keys: keys(),
    onCopied({ key, sha256 }) {
      if (expected.get(key) !== sha256) throw damaged(`blobs/${key}`)
      expected.delete(key)
    },
  })
  const [missing] = expected.keys()
  if (missing !== undefined) throw damaged(`blobs/${missing}`)
}

/** The name appears with its whole content or not at all, and never replaces a file that is there. */
async function restoreSecrets({ config }: CommandContext, source: string, facts: BackupFacts): Promise<void> {
  if (!facts.hasSecrets) return
  const path = join(config.dataDir, 'secrets.json')
  const temporary = `${path}.${randomUUID()}`
  try {
    await using file = await open(temporary, 'wx', 0o600)
    await file.writeFile(await readFile(backupPaths(source).secrets))
    await file.sync()
    await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(temporary, { force: true })
  }
  await syncDirectory(config.dataDir)
}
