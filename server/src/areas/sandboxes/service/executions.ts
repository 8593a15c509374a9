import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Log } from '../../../kernel/log.ts'
import { oneByOne } from '../../../kernel/one-by-one.ts'
import type { Ending as EngineEnding } from '../../../kernel/sandbox/driver.ts'
import type { Sandboxes as Engine } from '../../../kernel/sandbox/sandboxes.ts'
import { type Scope, systemScope } from '../../../kernel/scope.ts'
import type { Usage } from '../../usage/index.ts'
import type { ExecutionResult } from '../schema/execution.ts'
import type { EgressRequest, Ending, Language } from '../schema/kept-execution.ts'
import {
  abandonExecution,
  endExecution,
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

  /** 402 when it cannot be paid: then nothing is left behind. */
  async function beginIn(tx: Tx, scope: Scope, asked: Asked): Promise<Begun> {
    const id = newId()
    const at = clock.now()
    const state = JSON.stringify(asked.state)
    const heldMicro = usage.priceOf('sandbox.second', (asked.timeoutMs + overrunMs) / 1000)
    insertExecution(tx, scope, {
      id,
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
    })
    await usage.hold(tx, scope, {
      workId: workId(id),
      type: 'sandbox',
      microCredits: heldMicro,
      subject: { executionId: id },
    })
    return { id, scope, asked, heldMicro }
  }

  async function finish(
    { id, scope, asked, heldMicro }: Begun,
    ran: Ran,
    requests: readonly EgressRequest[],
  ) {
    const hide = createHider(asked.env)
    const engineName = await engineOf(asked.language)
    const { failure } = ran
    const seconds = ran.durationMs / 1000
    const usedMicro = Math.min(heldMicro, usage.priceOf('sandbox.second', seconds))
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
    const { chargedMicro, stateLost } = await db.tx(async (tx) => {
      const ended = await endExecution(tx, scope, { id, sessionId: asked.sessionId ?? null }, ending)
      if (!ended) {
        await usage.release(tx, scope, workId(id), 'the execution was given up before it ended')
        return { chargedMicro: 0, stateLost: ran.stateLost }
      }
      const settled = await usage.settle(tx, scope, workId(id), {
        microCredits: usedMicro,
        quantity: { seconds },
        priceRef: 'sandbox.second',
      })
      return { chargedMicro: settled.chargedMicroCredits, ...ended }
    })
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
    begin: (scope: Scope, asked: Asked): Promise<Begun> => db.tx((tx) => beginIn(tx, scope, asked)),
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
