import { AppError } from '../../../../kernel/errors.ts'
import { createFairSemaphore } from '../../../../kernel/limits/fair-semaphore.ts'
import type { Log } from '../../../../kernel/log.ts'
import type { SealedCommand } from '../../../../kernel/sealed/command.ts'
import {
  type Exited,
  type SealedProcess,
  startSealedProcess,
} from '../../../../kernel/sealed/sealed-process.ts'
import { createWarmProcesses, type Warm } from '../../../../kernel/sealed/warm-processes.ts'
import {
  type DocumentFormat,
  maxHeaderLength,
  maxTextLength,
  type PageFacts,
  type ParseOrder,
  type ParserMessage,
  type RefusalCode,
  type ScanOrder,
} from '../protocol/messages.ts'
import { parseMessage } from './message.ts'

export type ParserOptions = {
  /** Null where processes cannot be sealed and the operator did not accept that. */
  command: (() => SealedCommand) | null
  log: Log
  processes?: number
  documentsPerProcess?: number
  idleMs?: number
  maxWaitMs?: number
}

export type ParseRequest = {
  format: DocumentFormat
  bytes: Buffer
  url?: string
  timeoutMs: number
  signal: AbortSignal
  onProgress?(done: number, total: number): void
  scan?: ScanOrder
  /** It no longer waits for a process. */
  onTurn?(): void
  /** Text recognition waits for documents of others, or no longer does. */
  onWaiting?(isWaiting: boolean): void
}

export type ParseResult =
  | { kind: 'parsed'; text: Buffer; title: string | null; page: PageFacts | null; scans: number[] }
  | { kind: 'refused'; code: RefusalCode; message: string }

/** Reads documents in sealed processes, each of which serves one project. */
export type Parsers = {
  readonly isAvailable: boolean
  parse(projectId: string, request: ParseRequest): Promise<ParseResult>
  close(): Promise<void>
}

type ParserProcess = SealedProcess<ParserMessage>

export function createParsers(options: ParserOptions): Parsers {
  const { processes = 2, documentsPerProcess = 50, idleMs = 60_000, maxWaitMs = 5 * 60_000 } = options
  const semaphore = createFairSemaphore({
    maxConcurrent: processes,
    maxConcurrentPerProject: 1,
    waitingPerProject: 100,
    maxWaitMs,
    refusal: () => unavailable('too many documents are waiting'),
  })
  let command: SealedCommand | null = null
  const warm = createWarmProcesses<ParserProcess>({
    start,
    max: processes,
    usesPerProcess: documentsPerProcess,
    idleMs,
  })

  function start(): ParserProcess {
    if (warm.isClosed()) throw unavailable('the server is stopping')
    if (options.command === null) throw unavailable('this platform cannot seal a process')
    command ??= options.command()
    return startSealedProcess<ParserMessage>(command, {
      name: 'parser',
      maxBodyLength: maxTextLength,
      maxHeaderLength,
      parse: parseMessage,
      mayBeLate: ({ t }) => t === 'progress',
    })
  }

  async function open(projectId: string): Promise<Warm<ParserProcess>> {
    const known = warm.take(projectId)
    if (known) return known
    const process = warm.start()
    await process.ready.catch((cause) => {
      options.log.warn({ err: cause }, 'a parser process did not start')
      throw unavailable('a process could not be started', cause)
    })
    return { process, key: projectId, uses: 0, timer: null }
  }

  return {
    isAvailable: options.command !== null,
    parse: (projectId, { format, bytes, url, scan, timeoutMs, signal, onProgress, onTurn }) =>
      semaphore.take(projectId, async () => {
        onTurn?.()
        signal.throwIfAborted()
        const opened = await open(projectId)
        const order: ParseOrder = {
          op: 'parse',
          format,
          ...(url === undefined ? {} : { url }),
          ...(scan === undefined ? {} : { scan }),
        }
        const result = await opened.process.request<ParseResult>({
          order,
          body: bytes,
          timeoutMs,
          signal,
          receive(message, body) {
            if (message.t === 'progress') onProgress?.(message.done, message.total)
            else if (message.t === 'refused')
              return { kind: 'refused', code: message.code, message: message.message }
            else
              return {
                kind: 'parsed',
                text: Buffer.from(body ?? []),
                title: message.title,
                page: message.page ?? null,
                scans: message.scans,
              }
            return undefined
          },
        })
        warm.giveBack(opened)
        signal.throwIfAborted()
        return result.kind === 'parsed' || result.kind === 'refused' ? result : refusalOf(result)
      }),
    close: () => warm.close(),
  }
}

/** A document that ends its process is refused; no other document was in it. */
function refusalOf(exited: Exited): ParseResult {
  const message =
    exited.kind === 'exited' && exited.reason === 'deadline'
      ? 'The document took too long to read.'
      : exited.kind === 'exited' && exited.reason === 'out_of_memory'
        ? 'The document needs too much memory.'
        : 'The document could not be read.'
  return { kind: 'refused', code: 'parser_failed', message }
}

const unavailable = (reason: string, cause?: unknown) =>
  new AppError('service_unavailable', `Documents cannot be read now: ${reason}.`, {
    hint: 'GET /api/v1/capabilities lists what is available.',
    cause,
  })
