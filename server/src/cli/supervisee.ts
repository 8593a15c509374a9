import { recordCrash } from '../crash-record.ts'
import type { Log } from '../kernel/log.ts'
import type { CommandContext } from './command.ts'

/** The server's side of its supervisor (`bin/supervisor.mjs`). */
export type Supervisee = {
  restarts: number
  lastExit: string | null
  /** From now on a crash leads to a restart, on the same port. */
  reportUp(port: number): void
}

/** Null for a server without a supervisor. */
export function superviseeOf(options: CommandContext['options']): Supervisee | null {
  if (options.supervised === undefined || !process.channel) return null
  return {
    restarts: Number(options.supervised),
    lastExit: typeof options['last-exit'] === 'string' ? options['last-exit'] : null,
    reportUp: (port) => void process.send?.({ port }),
  }
}

export async function noteRestart(
  { restarts, lastExit }: Supervisee,
  dataDir: string,
  log: Log,
): Promise<void> {
  if (lastExit === null) return
  log.error({ restarts, cause: lastExit }, 'restarted after a crash')
  await recordCrash(dataDir, { at: new Date().toISOString(), cause: lastExit }).catch((err) =>
    log.warn({ err }, 'the crash was not recorded'),
  )
}
