import { migrationsDirectory } from '../../infrastructure.ts'
import { embeddedStatus } from '../../kernel/db/embedded/index.ts'
import { migrate, pendingMigrations, readMigrations } from '../../kernel/db/migrate.ts'
import { joinDatabase } from '../backup/join-database.ts'
import type { Command, CommandContext } from '../command.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Bring the database to the schema of this version, without starting the server',
  details:
    'Every start does the same; use this to choose the time.\nMigrations only go forward: create a backup first.',
  options: { 'dry-run': { type: 'boolean', meaning: 'only list what would be applied' } },
  async run(context) {
    const { say, options } = context
    if (options['dry-run']) {
      const pending = await listPending(context)
      say(pending.length === 0 ? 'Nothing to do.' : `Would apply:\n${indent(pending)}`)
      return { data: { applied: [], pending } }
    }
    const { settings } = await joinDatabase(context)
    const { applied, version } = await migrate(settings, {
      directory: migrationsDirectory,
      onApplied: (name, ms) => say(`  ${name}  ${ms} ms`),
    })
    say(applied.length === 0 ? `Nothing to do: the database is at ${version}.` : `Now at ${version}.`)
    return { data: { applied, pending: [], version } }
  },
}

/** An embedded database that is not there yet needs everything, and looking must not make one. */
async function listPending(context: CommandContext): Promise<string[]> {
  const { config } = context
  if (config.usesEmbeddedDatabase && (await embeddedStatus(config.dataDir)).state === 'absent') {
    return (await readMigrations(migrationsDirectory)).map(({ name }) => name)
  }
  const { settings } = await joinDatabase(context)
  return pendingMigrations(settings, migrationsDirectory)
}

const indent = (names: readonly string[]): string => names.map((name) => `  ${name}`).join('\n')
