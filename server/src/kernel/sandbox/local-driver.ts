import { randomUUID } from 'node:crypto'
import { AppError } from '../errors.ts'
import { busy } from '../limits/fair-semaphore.ts'
import { CapacityExceeded } from './capacity-exceeded.ts'
import {
  type Job,
  type OpenInterpreter,
  type SandboxDriver,
  type SandboxResult,
  StaleSave,
} from './driver.ts'
import { serveCall } from './host-calls.ts'
import type { SessionOrder } from './protocol/control.ts'
import type { Done, Language, Message, Run } from './protocol/messages.ts'
import { packLayers } from './protocol/workspace-archive.ts'
import { createTails, exitResult, resultOf, unstartedResult } from './result.ts'
import type { EngineTraits } from './supervisor/engines.ts'
import type { Final, SupervisorLink, SupervisorRequest } from './supervisor-link.ts'

const orderDeadlineMs = 20_000

type LocalDeps = {
  link: SupervisorLink
  /** The engine stops a script at its deadline by itself; whatever does not listen is killed so much later. */
  graceMs: number
}

/** A language in sealed processes on this machine. */
export function createLocalDriver(
  { link, graceMs }: LocalDeps,
  language: Language,
  traits: EngineTraits,
): SandboxDriver {
  return {
    ...traits,
    language,
    isolation: 'process',
    run: (projectId, job) =>
      execute(link, job, (run) => ({
        to: 'run',
        language,
        projectId,
        run,
        deadlineMs: run.timeoutMs + graceMs,
      })),
    async open(projectId, saved) {
      for (let attempts = 1; ; attempts++) {
        const session = randomUUID()
        const request = { to: 'open', language, projectId, session, deadlineMs: orderDeadlineMs } as const
        const generation = link.generation()
        const final = await link.request(request, { body: saved }).final
        const fault = link.generation() === generation ? openFaultOf(final) : null
        if (fault === null) {
          if (doneOf(final).refused === 'stale_save')
            throw new StaleSave('the save is of another version of the engine')
          return openInterpreter({ link, graceMs }, session)
        }
        if (attempts < openAttempts) continue
        // A save that no process can be woken from would be tried forever.
        throw saved === null ? unavailable(fault) : new StaleSave(fault)
      }
    },
    async state({ isProbe = false } = {}) {
      const { response } = await link.request(isProbe ? { to: 'state', probe: language } : { to: 'state' })
        .final
      if (response.from !== 'state') {
        const fault = response.from === 'refused' ? response.message : 'the supervisor does not respond'
        return { ...nothing, isLive: false, fault }
      }
      const { sealed, ...rest } = response.state[language]
      return { ...rest, isLive: rest.fault === null && rest.engine !== null, isSealed: sealed }
    },
  }
}

const openAttempts = 2

/** Why a process that was there for it could not open an interpreter; null when none failed at it. */
function openFaultOf({ response }: Final): string | null {
  if (response.from === 'exited') return `its process ended (${response.reason})`
  if (response.from !== 'done' || !response.done.broken) return null
  const { outcome } = response.done
  return outcome?.status === 'failed' ? outcome.error : 'the interpreter could not be started'
}

const nothing = { isSealed: null, engine: null, warm: 0, starting: 0, waiting: 0, bound: 0 }

function openInterpreter({ link, graceMs }: LocalDeps, session: string): OpenInterpreter {
  const generation = link.generation()
  let isLost = false
  const hasExited = () => isLost || link.generation() !== generation

  async function order(
    params: SessionOrder,
    body: Uint8Array | null = null,
  ): Promise<{ done: Done; body: Buffer | null }> {
    const final = await link.request(
      { to: 'order', session, order: params, deadlineMs: orderDeadlineMs },
      { body },
    ).final
    if (final.response.from !== 'done') isLost = true
    const done = doneOf(final)
    if (done.broken) isLost = true
    return { done, body: final.body }
  }

  return {
    isLost: hasExited,
    async execute(job) {
      try {
        const result = await execute(link, job, (run) => ({
          to: 'order',
          session,
          order: { op: 'execute', run },
          deadlineMs: run.timeoutMs + graceMs,
        }))
        isLost ||= result.isLost
        return result
      } catch (error) {
        isLost ||= error instanceof LostInterpreter
        throw error
      }
    },
    async save() {
      const { done, body } = await order({ op: 'save' })
      return done.refused === undefined && body !== null ? body : 'unsavable'
    },
    async put(path, bytes) {
      const { done } = await order({ op: 'put', path }, bytes)
      if (done.refused) throw refusalOf(done.refused)
    },
    async get(path) {
      const { done, body } = await order({ op: 'get', path })
      return done.found ? (body ?? Buffer.alloc(0)) : null
    },
    list: async () => (await order({ op: 'list' })).done.files ?? [],
    delete: async (path) => (await order({ op: 'delete', path })).done.found === true,
    exportFiles: async () => (await order({ op: 'export' })).body ?? Buffer.alloc(0),
    async importFiles(archives) {
      const { done } = await order({ op: 'import' }, packLayers(archives))
      if (done.refused) throw refusalOf(done.refused)
    },
    async close() {
      if (!hasExited()) await link.request({ to: 'close', session }).final
      isLost = true
    },
  }
}

/** Sends a script, forwards its output, serves its calls. */
async function execute(
  link: SupervisorLink,
  job: Job,
  request: (run: Run) => SupervisorRequest,
): Promise<SandboxResult> {
  if (job.signal?.aborted) return unstartedResult
  const { source, env, timeoutMs } = job
  const calls = Object.keys(job.calls)
  const run: Run = { source, state: JSON.stringify(job.state), env, timeoutMs, calls }
  const tails = createTails()
  // One for each call in flight; most scripts make none.
  const openCalls = new Set<AbortController>()
  const sent = link.request(request(run), {
    onMessage({ message }, body) {
      if (message.t === 'output') {
        tails.add(message.output)
        job.onOutput?.(message.output)
        return
      }
      void serve(message, body)
    },
  })
  async function serve(message: Extract<Message, { t: 'call' }>, input: Buffer | null): Promise<void> {
    const over = new AbortController()
    openCalls.add(over)
    const { reply, body } = await serveCall(job.calls, message, input, over.signal)
    openCalls.delete(over)
    // No one listens any more when the run is over.
    if (!over.signal.aborted) link.send({ to: 'reply', request: sent.id, reply }, body)
  }
  const cancel = () => link.send({ to: 'cancel', request: sent.id })
  job.signal?.addEventListener('abort', cancel)
  try {
    const { response, body } = await sent.final
    if (response.from === 'exited') return exitResult(response.reason, response.ranMs, tails.taken())
    const done = doneOf({ response, body: null })
    for (const output of done.outputs ?? []) {
      tails.add(output)
      job.onOutput?.(output)
    }
    return { ...resultOf(done, tails.taken()), changes: body }
  } finally {
    for (const over of openCalls) over.abort()
    job.signal?.removeEventListener('abort', cancel)
  }
}

function doneOf({ response }: Final): Done {
  if (response.from === 'done') return response.done
  if (response.from === 'refused' && response.reason === 'busy') throw busy()
  if (response.from === 'refused' && response.reason === 'full') throw new CapacityExceeded()
  if (response.from === 'refused' && response.reason === 'unavailable') throw unavailable(response.message)
  throw new LostInterpreter('the interpreter has exited')
}

/** The process ended between two orders; the session opens another one. */
export class LostInterpreter extends Error {}

const unavailable = (cause: string) =>
  new AppError('sandbox_unavailable', 'No sandbox is currently available', {
    hint: 'Try again; if it keeps failing, see the server log.',
    cause,
  })

function refusalOf(reason: NonNullable<Done['refused']>): AppError {
  if (reason === 'path_taken')
    return new AppError('invalid_parameter', 'The path conflicts with another file, folder or link', {
      hint: 'Choose another path, or delete the conflicting entry.',
    })
  if (reason === 'bad_path')
    return new AppError('invalid_parameter', 'The path is not a file in the workspace', {
      hint: 'Use a relative path without "..", such as data/table.csv.',
    })
  return new AppError('workspace_full', 'The workspace of the session is full', {
    hint: 'A workspace holds 1,000 files and 32 MiB; delete some.',
  })
}
