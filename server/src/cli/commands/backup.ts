import { constants, createWriteStream } from 'node:fs'
import { access, copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import { blobSettingsOf, refuseAbsent } from '../../infrastructure.ts'
import { createBlobs } from '../../kernel/blobs/blobs.ts'
import { dumpDatabase } from '../../kernel/db/transfer/dump.ts'
import { makeDirectories } from '../../kernel/directories/make-directories.ts'
import { StartFault } from '../../kernel/start-fault.ts'
import { product } from '../../product.ts'
import { type BlobEntry, backupBlobs, backupPaths, fileSha256, writeFacts } from '../backup/backup-format.ts'
import { copyBlobs } from '../backup/copy-blobs.ts'
import { joinDatabase } from '../backup/join-database.ts'
import { syncDirectory } from '../backup/sync-directory.ts'
import type { Command, CommandContext } from '../command.ts'
import { readDatabaseFacts } from '../doctor/read-database-facts.ts'
import { sizeText } from '../output/table.ts'

/**
 * What a backup promises. The database is in it as it was at one instant. Files are copied after that instant, so
 * every file that the database then referred to is in it, unless it was deleted while the backup ran: such a file is
 * missing, as its owner wanted. A file that was replaced meanwhile may be in it in its newer form.
 */
export const backupCommand: Command = {
  name: 'backup',
  takes: ['directory'],
  summary: 'Write database, files and secrets into a new directory; works while the server runs',
  details:
    'The directory appears when the backup is complete. It holds the key that opens all secrets, so keep it as\nsafe as the installation; with --without-secrets keep secrets.json of the data directory elsewhere.',
  options: { 'without-secrets': { type: 'boolean', meaning: 'leave secrets.json out' } },
  async run(context) {
    const { config, words, say, cleanup } = context
    await refuseAbsent(config)
    const target = resolve(words[0]!)
    const partial = await makePartial(target, config.dataDir)
    cleanup.defer(() => rm(partial, { recursive: true, force: true, maxRetries: 5 }))
    const database = await joinDatabase(context)

    const { keyFingerprint } = await readDatabaseFacts(database.settings)
    const manifest = await dumpDatabase(database.settings, backupPaths(partial).database, {
      productVersion: product.version,
    })
    const blobs = await saveBlobs(context, partial)
    const hasSecrets = await saveSecrets(context, partial)
    await writeFacts(partial, {
      productVersion: product.version,
      createdAt: manifest.createdAt,
      databaseSha256: await fileSha256(backupPaths(partial).databaseManifest),
      blobs,
      masterKeyId: keyFingerprint,
      hasSecrets,
    })
    await syncDirectory(partial)
    await rename(partial, target)
    await syncDirectory(dirname(target))

    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    say(`Backup in ${target}: everything that was committed before ${manifest.createdAt}.`)
    say(
      `  ${rows} rows of ${manifest.tables.length} tables, ${blobs.count} files (${sizeText(blobs.sizeBytes)})`,
    )
    say(secretsText(context, hasSecrets))
    return {
      data: {
        directory: target,
        createdAt: manifest.createdAt,
        tables: manifest.tables.length,
        rows,
        files: blobs.count,
        fileBytes: blobs.sizeBytes,
        hasSecrets,
      },
    }
  },
}

function secretsText({ secrets }: CommandContext, hasSecrets: boolean): string {
  if (hasSecrets) return '  It holds the master key: anyone who has it can read every secret in it.'
  const source = secrets.secretKey === null ? 'secrets.json of the data directory' : 'STOA_SECRET_KEY'
  return `  It does not hold the master key: without ${source} no secret in it can be opened.`
}

/** Everything is written beside its place and renamed at the end, so that a directory of that name is complete. */
async function makePartial(target: string, dataDir: string): Promise<string> {
  const inside = relative(dataDir, target)
  if (inside === '' || !inside.startsWith('..')) {
    throw new StartFault(
      `${target} is inside the data directory, and would be lost together with it`,
      'name a directory elsewhere, best on another disk',
    )
  }
  const isTaken = await access(target).then(
    () => true,
    () => false,
  )
  if (isTaken) throw new StartFault(`${target} exists already`, 'name a directory that does not exist yet')
  const partial = `${target}.partial`
  try {
    await makeDirectories(dirname(target))
    // No one else may read a backup: it holds everything.
    await mkdir(partial, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') {
      throw new StartFault(
        `${partial} is left over from a backup that was broken off, or is being written right now`,
        'remove it if no backup is running, or name another directory',
      )
    }
    throw new StartFault(`${partial} cannot be made (${code})`, 'name a directory that you may write to')
  }
  return partial
}

async function saveBlobs({ config, secrets, cleanup }: CommandContext, partial: string) {
  const from = createBlobs(blobSettingsOf(config, secrets))
  cleanup.defer(from.close)
  const paths = backupPaths(partial)
  const total = { count: 0, sizeBytes: 0 }
  const list = createWriteStream(paths.blobList, { flags: 'wx', mode: 0o600, flush: true })
  const written = finished(list)
  // Thrown when it is awaited; until then the failure must not end the process.
  written.catch(() => undefined)
  await copyBlobs({
    from,
    to: backupBlobs(partial),
    keys: from.list(),
    onCopied(entry: BlobEntry) {
      total.count++
      total.sizeBytes += entry.sizeBytes
      list.write(`${JSON.stringify(entry)}\n`)
    },
  }).finally(() => list.end())
  await written
  await rm(join(paths.blobs, '.incoming'), { recursive: true, force: true })
  return { ...total, listSha256: await fileSha256(paths.blobList) }
}

/** False when there is no file to save: the key then comes from a variable. */
async function saveSecrets({ config, options }: CommandContext, partial: string): Promise<boolean> {
  const source = join(config.dataDir, 'secrets.json')
  if (options['without-secrets'] || !(await stat(source).catch(() => null))) return false
  const target = backupPaths(partial).secrets
  await copyFile(source, target, constants.COPYFILE_EXCL)
  await using copy = await open(target, 'r+')
  await copy.chmod(0o600)
  await copy.sync()
  return true
}
