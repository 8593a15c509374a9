import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { Log } from '../../../kernel/log.ts'
import { keepAlive } from '../store/hold.ts'
import { aliveMs } from './executions.ts'

const everyMs = 2_000

/** Says for everything that this node works on that the node lives. Begins with the first work. */
export function createHeartbeat({
  db,
  clock,
  log,
  nodeId,
}: {
  db: Db
  clock: Clock
  log: Log
  nodeId: string
}) {
  let timer: NodeJS.Timeout | null = null
  const beat = () =>
    keepAlive(db, nodeId, new Date(clock.now().getTime() + aliveMs)).catch((error) =>
      log.warn({ err: error }, 'the heartbeat of sandbox sessions failed'),
    )
  return {
    start(): void {
      timer ??= setInterval(beat, everyMs).unref()
    },
    stop(): void {
      if (timer) clearInterval(timer)
      timer = null
    },
  }
}
