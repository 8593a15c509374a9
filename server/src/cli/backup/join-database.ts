import { type Database, openDatabase } from '../../infrastructure.ts'
import type { CommandContext } from '../command.ts'
import { acquire } from './acquire.ts'

/** The database for the time of a command; the embedded one is started for it if need be, and stopped afterwards. */
export const joinDatabase = ({
  config,
  secrets,
  log,
  cleanup,
}: Pick<CommandContext, 'config' | 'secrets' | 'log' | 'cleanup'>): Promise<Database> =>
  acquire(
    cleanup,
    () => openDatabase(config, secrets, log),
    (database) => database.leave(),
  )
