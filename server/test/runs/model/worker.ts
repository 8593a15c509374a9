import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../../../src/kernel/clock.ts'
import { createDb } from '../../../src/kernel/db/create-db.ts'
import { sql } from '../../../src/kernel/db/db.ts'
import { createListener } from '../../../src/kernel/db/listen.ts'
import { type ConnectionSettings, openPostgres } from '../../../src/kernel/db/postgres.ts'
import { createIds } from '../../../src/kernel/ids.ts'
import { createLog } from '../../../src/kernel/log.ts'
import { PermanentFailure, type RunContext } from '../../../src/kernel/runs/run.ts'
import { createRuns } from '../../../src/kernel/runs/runs.ts'
import { systemScope } from '../../../src/kernel/scope.ts'
import { childIdOf, type Operation, type ProgramInput, programOf, signalKeyOf } from './program.ts'

/** Does what programs say. Each try of a step leaves a mark in a file, which outlives the process and the database. */
const { settings, markDir } = JSON.parse(process.argv[2]!) as {
  settings: ConnectionSettings
  markDir: string
}

const driver = openPostgres({ settings, applicationName: 'stoa-model', onError: () => undefined })
const db = createDb(driver)
const listener = createListener({ settings, onNotice: () => undefined, retryMs: 20, maxRetryMs: 200 })
const runs = createRuns({
  db,
  clock: systemClock,
  newId: createIds(systemClock),
  log: createLog({ level: 'silent', secrets: [] }),
  listener,
  pools: { work: { concurrency: 40, perProject: 1_000 } },
  leaseMs: 1_200,
  pollMs: 100,
})

const mark = (context: RunContext, name: string, tries: number) =>
  appendFileSync(
    join(markDir, String(process.pid)),
    `${context.run.id} ${name} ${context.run.attempt} ${tries}\n`,
  )

async function perform(context: RunContext, operation: Operation): Promise<unknown> {
  const { run, step, sleep, waitFor, emit, startChild, join } = context
  const scope = systemScope(run.projectId)
  switch (operation.op) {
    case 'emit':
      return emit('said', operation.index)
    case 'sleep':
      return sleep(operation.name, new Date(Date.now() + operation.ms))
    case 'wait': {
      const isTimed = operation.answer === 'timeout' || operation.answer === 'race'
      const until = isTimed ? new Date(Date.now() + operation.timeoutMs) : undefined
      return waitFor(operation.name, signalKeyOf(run.id, operation.name), until)
    }
    case 'child': {
      const { name, seed, bond } = operation
      const input: ProgramInput = { seed, parent: { id: run.id, name, bond } }
      if (bond !== 'signal') {
        const child = await startChild(`${name}:start`, { kind: 'program', input })
        return bond === 'join' ? (await join(name, [child]))[0]!.output : null
      }
      const id = childIdOf(run.id, name)
      await step(`${name}:start`, async () => null, {
        commit: async (tx) => void (await runs.enqueue(tx, scope, { kind: 'program', id, input })),
      })
      return waitFor(name, signalKeyOf(run.id, name))
    }
    case 'pair':
      return Promise.all(
        operation.names.map((name, index) =>
          step(name, async ({ tries }) => {
            mark(context, name, tries)
            await pause(operation.ms[index])
            return index
          }),
        ),
      )
    case 'step': {
      const { name, ms, value, failures, retries, isPermanent, hasCommit } = operation
      const onUncertain = async () => {
        mark(context, `asked:${name}`, 1)
        return 'again' as const
      }
      return step(
        name,
        async ({ tries }) => {
          mark(context, name, tries)
          await pause(ms)
          if (tries > failures) return value
          throw isPermanent ? new PermanentFailure('gone', `${name} is missing`) : new Error(`${name} failed`)
        },
        {
          retries,
          onUncertain,
          ...(operation.class && { class: operation.class }),
          backoffMs: 2,
          ...(hasCommit && {
            commit: async (tx) =>
              void (await tx.rows(sql`insert into effect (run_id, step) values (${run.id}, ${name})`)),
          }),
        },
      )
    }
  }
}

runs.register({
  kind: 'program',
  maxLosses: 1_000,
  async handle(context) {
    const { seed, parent } = context.run.input as ProgramInput
    const outputs: unknown[] = []
    for (const operation of programOf(seed, parent !== undefined).operations)
      outputs.push((await perform(context, operation)) ?? null)
    if (parent?.bond === 'signal')
      await context.step('answer', async () => outputs, {
        commit: (tx) =>
          runs.signal(tx, systemScope(context.run.projectId), signalKeyOf(parent.id, parent.name), outputs),
      })
    return outputs
  },
})

/** The database may be on its way up again. */
async function startListening(): Promise<void> {
  while (true) {
    try {
      return await listener.start()
    } catch {
      await pause(50)
    }
  }
}
await startListening()
runs.start()
process.on('SIGTERM', async () => {
  await runs.stop(0)
  process.exit()
})
process.send?.('ready')
