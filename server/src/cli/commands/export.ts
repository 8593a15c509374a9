import { checkServer, migrationsDirectory, refuseAbsent } from '../../infrastructure.ts'
import { openGuard } from '../../kernel/db/embedded/guard.ts'
import { embeddedPaths } from '../../kernel/db/embedded/index.ts'
import { copyDatabase } from '../../kernel/db/transfer/copy.ts'
import { StartFault } from '../../kernel/start-fault.ts'
import { joinDatabase } from '../backup/join-database.ts'
import type { Command } from '../command.ts'

export const exportCommand: Command = {
  name: 'export',
  summary: 'Copy the embedded database into the empty one that DATABASE_URL names',
  details:
    'DATABASE_URL=postgres://… stoa export, then start with the same DATABASE_URL and the same data directory:\nfiles and secrets.json stay there. The embedded database is left as it is.',
  options: {
    'while-running': {
      type: 'boolean',
      meaning: 'copy although a server is running; what it writes after the copy began stays behind',
    },
  },
  async run({ config, secrets, log, options, say, cleanup }) {
    if (secrets.databaseUrl === null) {
      throw new StartFault('no target database is set', 'set DATABASE_URL to an empty database')
    }
    const embedded = {
      config: { ...config, usesEmbeddedDatabase: true },
      secrets: { ...secrets, databaseUrl: null, databaseDirectUrl: null },
    }
    await refuseAbsent(embedded.config)
    const target = { connectionString: secrets.databaseDirectUrl ?? secrets.databaseUrl }
    await checkServer(target)
    const database = await joinDatabase({ ...embedded, log, cleanup })
    const mayBeUsed = options['while-running'] === true
    if (!mayBeUsed) await refuseOthers(config.dataDir, 'is running')

    const { takenAt, tables } = await copyDatabase(database.settings, target, {
      migrationsDirectory,
      onTable: (name, rows) => say(`  ${name}  ${rows} rows`),
    })
    if (!mayBeUsed) await refuseOthers(config.dataDir, 'was started during the copy')
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    say(`Copied ${rows} rows: everything that was committed before ${takenAt}.`)
    if (mayBeUsed) say('What the running server has written since is NOT in the copy.')
    say(`From now on start with DATABASE_URL and STOA_DATA_DIR=${config.dataDir}.`)
    return { data: { takenAt, tables: tables.length, rows, isComplete: !mayBeUsed } }
  },
}

/** A server that continues to write to the source database would lose what it writes. */
async function refuseOthers(dataDir: string, what: string): Promise<void> {
  const guard = await openGuard(embeddedPaths(dataDir))
  if (!guard) return
  try {
    // This process is itself one of those who use the server.
    if ((await guard.countOthers()) <= 1) return
  } finally {
    await guard.close()
  }
  throw new StartFault(
    `a server or another command that uses ${dataDir} ${what}`,
    'stop it and export into an empty database, or add --while-running and lose what it writes',
  )
}
