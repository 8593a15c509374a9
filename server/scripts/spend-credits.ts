import { json } from 'node:stream/consumers'
import { createApp } from '../src/app.ts'
import type { Work } from '../src/areas/usage/index.ts'
import { createCommandLog } from '../src/cli/output/command-log.ts'
import { readSettings } from '../src/cli/settings.ts'
import { readEnvironment } from '../src/config.ts'
import { openInfrastructure } from '../src/infrastructure.ts'
import { AppError } from '../src/kernel/errors.ts'
import { createIds } from '../src/kernel/ids.ts'
import { systemScope } from '../src/kernel/scope.ts'

/**
 * Spends credits of a running installation at times that have passed, as standard input says: charts need a past, which
 * no request can make. It goes through the ledger itself, so the result adds up. For demonstrations and tests.
 */
type Spending = {
  projectId: string
  works: (Pick<Work, 'workId' | 'type' | 'subject'> & {
    at: string
    credits: number
    userId: string
    quantity?: Record<string, number>
    /** Reserved and left so. */
    isHeld?: boolean
  })[]
}

const env = readEnvironment()
const { config, secrets } = readSettings(env)
const log = createCommandLog({ config, secrets, channel: process.stderr, isServer: false })
const { projectId, works } = (await json(process.stdin)) as Spending

const infrastructure = await openInfrastructure(config, secrets, log, { mustExist: true })
try {
  const { db } = infrastructure
  let now = new Date()
  const clock = { now: () => now }
  const { usage } = createApp({
    ...config,
    ...infrastructure,
    listenHost: config.host,
    clock,
    newId: createIds(clock),
  })
  for (const { at, credits, userId, isHeld = false, ...rest } of works) {
    now = new Date(at)
    const scope = { ...systemScope(projectId), externalUser: { id: userId, name: '' } }
    const work = { ...rest, microCredits: Math.round(credits * 1_000_000) }
    const spend = isHeld ? usage.hold(db, scope, work) : db.tx((tx) => usage.charge(tx, scope, work))
    // A cap that refuses is part of the story: it creates an approval request.
    await spend.catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'budget_exceeded') throw error
    })
  }
} finally {
  await infrastructure.close()
}
