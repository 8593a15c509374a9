import { LargeContent, readValue } from '../../../kernel/compute/large-content.ts'
import { AppError } from '../../../kernel/errors.ts'
import { createFairSemaphore } from '../../../kernel/limits/fair-semaphore.ts'
import type { Log } from '../../../kernel/log.ts'
import type { SealedCommand } from '../../../kernel/sealed/command.ts'
import { createWarmProcesses, type Warm } from '../../../kernel/sealed/warm-processes.ts'
import { asSentence } from '../../../kernel/sentence.ts'
import type { Ended, PieceProcess, WorkRequest } from './piece-process.ts'
import { startPieceProcess } from './piece-process.ts'

export type Bundle = {
  /** Of the package and its version: another version is another bundle. */
  readonly id: string
  readonly text: () => Promise<Buffer>
}

/** Whom a process serves, from its first bundle until it exits. */
export type Owner = { readonly projectId: string; readonly userId: string }

export type PoolOptions = {
  /** Null where processes cannot be sealed and the operator did not accept that. */
  command: (() => SealedCommand) | null
  log: Log
  /** How many processes there may be, idle ones included. */
  processes?: number
  maxConcurrentPerProject?: number
  callsPerProcess?: number
  idleMs?: number
  loadTimeoutMs?: number
}

/** Everything a process says about one piece of work. */
export type PoolResult = Exclude<Ended, { kind: 'loaded' }>

/**
 * Processes for pieces. One holds a single bundle and serves a single user of a single project; it stays alive for the
 * next call, ended when it was idle, when it was used often, or when its slot is needed.
 */
export type PiecePool = {
  work(owner: Owner, bundle: Bundle, request: WorkRequest): Promise<PoolResult>
  /** What a bundle says about itself; its process belongs to no one and ends. */
  describe(bundle: Bundle): Promise<unknown>
  state(): { isAvailable: boolean; processes: number; running: number }
  close(): Promise<void>
}

const noProject = 'none'
const maxDescriptionLength = 1024 * 1024

export function createPiecePool(options: PoolOptions): PiecePool {
  const { processes = 8, callsPerProcess = 200, idleMs = 60_000, loadTimeoutMs = 20_000 } = options
  const semaphore = createFairSemaphore({
    maxConcurrent: Math.max(1, processes - 1),
    maxConcurrentPerProject: options.maxConcurrentPerProject ?? Math.max(1, Math.floor(processes / 2)),
    waitingPerProject: 100,
    maxWaitMs: 30_000,
  })
  let command: SealedCommand | null = null
  const warm = createWarmProcesses<PieceProcess>({
    start,
    max: processes,
    usesPerProcess: callsPerProcess,
    idleMs,
  })

  function start(): PieceProcess {
    if (warm.isClosed()) throw unavailable('the server is stopping')
    if (options.command === null) throw unavailable('this platform cannot seal a process')
    command ??= options.command()
    return startPieceProcess(command)
  }

  async function open(
    key: string,
    bundle: Bundle,
    timeoutMs = loadTimeoutMs,
  ): Promise<{ stored: Warm<PieceProcess>; piece: unknown } | PoolResult> {
    const process = warm.start()
    await process.ready.catch((cause) => {
      options.log.warn({ err: cause }, 'a piece process did not start')
      throw unavailable('a process could not be started', cause)
    })
    const order = { op: 'load', name: bundle.id.replace(/[^a-z0-9.-]+/gi, '_') } as const
    const serve = async () =>
      ({
        ok: false,
        value: { code: 'not_now', message: 'A bundle cannot do this while it is loading.' },
      }) as const
    const loaded = await process.request({ order, body: await bundle.text(), timeoutMs, serve })
    if (loaded.kind !== 'loaded') {
      process.kill('closed')
      return loaded
    }
    return { stored: { process, key, uses: 0, timer: null }, piece: loaded.piece }
  }

  return {
    work: (owner, bundle, request) =>
      semaphore.take(owner.projectId, async () => {
        request.signal?.throwIfAborted()
        const key = `${owner.projectId} ${owner.userId} ${bundle.id}`
        const known = warm.take(key)
        const opened = known
          ? { stored: known, piece: null }
          : await open(key, bundle, Math.min(loadTimeoutMs, request.timeoutMs))
        if (!('stored' in opened)) return opened
        const ended = await opened.stored.process.request(request)
        warm.giveBack(opened.stored)
        if (ended.kind === 'loaded') throw new Error('a piece process responded to another request')
        return ended
      }),
    describe: (bundle) =>
      semaphore.take(noProject, async () => {
        const opened = await open(noProject, bundle)
        if (!('stored' in opened)) {
          const reason = opened.kind === 'fault' ? opened.error : 'its process ended while it was loading'
          throw new AppError('invalid_piece', asSentence(`The bundle cannot be used: ${reason}`), {
            hint: 'Install another version, or another piece.',
          })
        }
        warm.retire(opened.stored)
        return descriptionIn(opened.piece)
      }),
    state: () => ({
      isAvailable: options.command !== null,
      processes: warm.count(),
      running: semaphore.running(),
    }),
    close: () => warm.close(),
  }
}

/** Of a piece that an admin installs; what serves calls never looks into it. */
function descriptionIn(piece: unknown): unknown {
  if (!(piece instanceof LargeContent)) return piece
  if (piece.bytes.byteLength <= maxDescriptionLength) return readValue(piece)
  throw new AppError(
    'invalid_piece',
    `The description of the bundle is larger than ${maxDescriptionLength} bytes.`,
    {
      hint: 'Install another version, or another piece.',
    },
  )
}

const unavailable = (reason: string, cause?: unknown) =>
  new AppError('sandbox_unavailable', asSentence(`Tools of this kind cannot run here: ${reason}`), {
    hint: 'Ask the operator; GET /api/v1/capabilities lists what is available.',
    cause,
  })
