import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Log } from '../../../kernel/log.ts'
import { oneByOne } from '../../../kernel/one-by-one.ts'
import type { Ending as EngineEnding } from '../../../kernel/sandbox/driver.ts'
import type { Sandboxes as Engine } from '../../../kernel/sandbox/sandboxes.ts'
import { type Scope, systemScope } from '../../../kernel/scope.ts'
import type { Hold, Usage, Work } from '../../usage/index.ts'
import type { ExecutionResult } from '../schema/execution.ts'
import type { EgressRequest, Ending, Language, NewExecution } from '../schema/kept-execution.ts'
import {
  abandonExecution,
  type Ended,
  endExecution,
  endingExecution,
  insertExecution,
  listAbandoned,
  refuseExecution,
} from '../store/execution.ts'
import { createHider, creditsOf, outputHash, sha256, storable, wrapResult } from './outcome.ts'

export type ExecutionDeps = {
  db: Db
  clock: Clock
  log: Log
  newId: NewId
  usage: Usage
  engine: Pick<Engine, 'capabilities'>
  nodeId: string
}

/** One script as somebody asked for it. */
export type Asked = {
  language: Language
  source: string
  state: object
  timeoutMs: number
  allowedHosts: readonly string[]
  env: Readonly<Record<string, string>>
  sessionId?: string | null
  rerunOf?: string | null
}

export type Begun = { id: string; scope: Scope; asked: Asked; heldMicro: number }

export type Ran = EngineEnding & {
  stateLost: boolean
  durationMs: number
  queuedMs: number
  isCancelled: boolean
}

// Longer than several signs of life; after a crash sessions wait this long before they go on elsewhere.
export const aliveMs = 12_000
// The engine stops a script that does not stop by itself a little after its deadline.
const overrunMs = 1_000
const workId = (id: string) => `sandbox:${id}`

/**
 * The books of what is run. A script is written down and its credits are held before it starts; its end and what it
 * cost are written in one transaction. That of a process that died is given up later, and its credits with it.
 */
export function createExecutions({ db, clock, log, newId, usage, engine, nodeId }: ExecutionDeps) {
  const engines = new Map<Language, string>()

  async function engineOf(language: Language): Promise<string | null> {
    if (!engines.has(language))
      for (const each of await engine.capabilities())
        if (each.engine !== null) engines.set(each.language, each.engine)
    return engines.get(language) ?? null
  }

  function newExecutionOf(asked: Asked): NewExecution {
    const at = clock.now()
    const state = JSON.stringify(asked.state)
    return {
      id: newId(),
      sessionId: asked.sessionId ?? null,
      rerunOf: asked.rerunOf ?? null,
      language: asked.language,
      source: storable(asked.source),
      state,
      sourceSha256: sha256(asked.source),
      stateSha256: sha256(state),
      timeoutMs: asked.timeoutMs,
      allowedHosts: asked.allowedHosts,
      envNames: Object.keys(asked.env).sort(),
      at,
      nodeId,
      aliveUntil: new Date(at.getTime() + aliveMs),
    }
  }

  function workOf({ id, timeoutMs }: NewExecution): Work {
    const microCredits = usage.priceOf('sandbox.second', (timeoutMs + overrunMs) / 1000)
    return { workId: workId(id), type: 'sandbox', microCredits, subject: { executionId: id } }
  }

  /** 402 when it cannot be paid: then nothing is left behind. */
  async function beginIn(tx: Tx, scope: Scope, asked: Asked, hold: Hold): Promise<Begun> {
    const execution = newExecutionOf(asked)
    const work = workOf(execution)
    insertExecution(tx, scope, execution)
    await hold(scope, work)
    return { id: execution.id, scope, asked, heldMicro: work.microCredits }
  }

  /** Says what was charged; one that was given up meanwhile is not paid. */
  async function close(
    { id, scope, asked }: Begun,
    ending: Ending,
  ): Promise<Ended & { chargedMicro: number }> {
    const ref = { id, sessionId: asked.sessionId ?? null }
    const cost = {
      microCredits: ending.usedMicro,
      quantity: { seconds: ending.durationMs / 1000 },
      priceRef: 'sandbox.second',
    }
    const row = endingExecution(scope, ref, ending, true)
    const [closed] = (await usage.endAtOnce<Ended>(db, scope, row, workId(id), { cost })) ?? []
    if (closed) return { ...closed, chargedMicro: cost.microCredits }
    return db.tx(async (tx) => {
      const ended = await endExecution(tx, scope, ref, ending)
      if (!ended) {
        await usage.release(tx, scope, workId(id), 'the execution was given up before it ended')
        return { chargedMicro: 0, stateLost: ending.stateLost }
      }
      const settled = await usage.settle(tx, scope, workId(id), cost)
      return { chargedMicro: settled.chargedMicroCredits, ...ended }
    })
  }

  async function finish(begun: Begun, ran: Ran, requests: readonly EgressRequest[]) {
    const { id, asked, heldMicro } = begun
    const hide = createHider(asked.env)
    const engineName = await engineOf(asked.language)
    const { failure } = ran
    const usedMicro = Math.min(heldMicro, usage.priceOf('sandbox.second', ran.durationMs / 1000))
    const shown = {
      status: failure ? ('failed' as const) : ('succeeded' as const),
      error: failure?.error ?? null,
      errorCode: failure ? (ran.isCancelled ? ('cancelled' as const) : failure.code) : null,
      trace: failure?.trace ?? null,
      stdout: ran.stdout,
      stderr: ran.stderr,
      truncated: ran.truncated,
      durationMs: ran.durationMs,
      queuedMs: ran.queuedMs,
      stateLost: ran.stateLost,
    }
    const outputSha256 = outputHash({ ...shown, result: ran.result })
    const ending: Ending = {
      ...shown,
      error: storable(hide(shown.error)),
      trace: storable(hide(shown.trace)),
      stdout: storable(hide(ran.stdout)),
      stderr: storable(hide(ran.stderr)),
      result: hide(ran.result),
      engine: engineName,
      outputSha256,
      requests,
      usedMicro,
      at: clock.now(),
    }
    const { chargedMicro, stateLost } = await close(begun, ending)
    const result: ExecutionResult = {
      id,
      language: asked.language,
      ...shown,
      stateLost,
      result: failure ? null : wrapResult(ran.result),
      creditsUsed: creditsOf(chargedMicro),
    }
    return { result, outputSha256 }
  }

  return {
    beginIn,
    finish,
    begin: (scope: Scope, asked: Asked): Promise<Begun> =>
      usage.withHold(db, scope, (tx, hold) => beginIn(tx, scope, asked, hold)),
    /** It could not be started: its credits go back. */
    refuse: ({ id, scope }: Begun): Promise<void> =>
      db.tx(async (tx) => {
        await refuseExecution(tx, scope, id, clock.now())
        await usage.release(tx, scope, workId(id), 'the execution could not be started')
      }),
    /** Gives up what nodes that died have left behind: nobody saw its end, so nobody pays for it. */
    async giveUpAbandoned(): Promise<void> {
      await oneByOne(
        await listAbandoned(db, clock.now(), 1000),
        ({ projectId, id, userId }) =>
          db.tx(async (tx) => {
            const scope = { ...systemScope(projectId), externalUser: { id: userId, name: '' } }
            if (!(await abandonExecution(tx, projectId, id, clock.now(), serverGone))) return
            await usage.release(tx, scope, workId(id), 'the server stopped while it ran')
          }),
        { log, failed: 'some abandoned scripts were not given up' },
      )
    },
  }
}

export type Executions = ReturnType<typeof createExecutions>

const serverGone = 'The server stopped while the script ran.'

/**
 * Tells how long the script ran, which is what counts, from how long it waited for a turn and for an interpreter. A
 * script that was ended because its caller left is told apart from one that was killed.
 */
export async function timed<T extends EngineEnding>(
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T & Pick<Ran, 'durationMs' | 'queuedMs' | 'isCancelled'>> {
  const startedAt = performance.now()
  const ending = await work()
  const wholeMs = performance.now() - startedAt
  return {
    ...ending,
    durationMs: Math.ceil(ending.ranMs),
    queuedMs: Math.max(0, Math.floor(wholeMs - ending.ranMs)),
    isCancelled: signal?.aborted === true && ending.failure?.code === 'killed',
  }
}
