import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { contentOrValue } from '../../../kernel/compute/large-content.ts'
import { createFrameReader, encodeFrame } from '../../../kernel/sandbox/protocol/frames.ts'
import { type Message, maxHeaderLength, type Order, type RequestMethod } from '../protocol/messages.ts'
import { parseMessage } from './message.ts'

/** Why there is no response: the process has exited, with everything in it. */
export type ExitReason = 'deadline' | 'cancelled' | 'closed' | 'protocol' | 'out_of_memory' | 'crashed'

type DoneMessage = Extract<Message, { t: 'done' }>
type Done = (Extract<DoneMessage, { ok: true }> & { value: unknown }) | Extract<DoneMessage, { ok: false }>

export type Ended =
  /** A large value is not read yet: it is `LargeContent`. */
  | { kind: 'done'; done: Done }
  | { kind: 'loaded'; piece: unknown }
  /** The program itself reports that it cannot continue. */
  | { kind: 'fault'; error: string }
  | { kind: 'exited'; reason: ExitReason }

export type HostReply = { ok: true; value: unknown; body?: Uint8Array } | { ok: false; value: Refusal }
export type Refusal = { code: string; message: string }
export type ServeRequest = (method: RequestMethod, args: unknown, body: Buffer | null) => Promise<HostReply>

export type WorkRequest = {
  order: Exclude<Order, { op: 'reply' }>
  body?: Uint8Array
  timeoutMs: number
  signal?: AbortSignal
  serve: ServeRequest
}

/** One process, seen from outside. It gets one task at a time, and is killed when it does not respond in time. */
export type PieceProcess = {
  readonly pid: number
  readonly ready: Promise<void>
  request(request: WorkRequest): Promise<Ended>
  kill(reason: ExitReason): void
  hasExited(): boolean
  onExit(listener: () => void): void
}

export type PieceProcessCommand = { command: string; args: readonly string[]; mustBeSealed: boolean }

/** A file, or a response of a service; nothing else that a piece sends is large. */
const maxBodyLength = 32 * 1024 * 1024
const maxBacklogLength = 2 * maxBodyLength
/** One call makes a few dozen requests; what sends requests without end is broken. */
const maxRequests = 2000
const maxOpenRequests = 32

type Waiting = WorkRequest & {
  resolve(ended: Ended): void
  requests: number
  open: number
  timer: NodeJS.Timeout
}

export function startPieceProcess({ command, args, mustBeSealed }: PieceProcessCommand): PieceProcess {
  const spawned = spawn(command, args, { env: { TZ: 'UTC' }, cwd: '/', stdio: ['pipe', 'pipe', 'pipe'] })
  const { stdin: inward, stdout: outward, stderr: errors } = spawned
  const ready = Promise.withResolvers<void>()
  const listeners: (() => void)[] = []
  ready.promise.catch(() => {})
  let current: Waiting | null = null
  let reason: ExitReason | null = null
  let hasExited = false
  let isReady = false
  let complaint = ''

  function kill(why: ExitReason): void {
    if (hasExited) return
    reason ??= why
    spawned.kill('SIGKILL')
  }

  function write(order: Order, body?: Uint8Array): void {
    // What a bundle requests and does not read would pile up here.
    if (inward.writableLength > maxBacklogLength) kill('protocol')
    for (const part of encodeFrame(order, body ?? null)) inward.write(part)
  }

  function finish(ended: Ended): void {
    if (current === null) return
    const { resolve, timer } = current
    clearTimeout(timer)
    current = null
    resolve(ended)
  }

  function handleRequest(
    waiting: Waiting,
    message: Extract<Message, { t: 'ask' }>,
    body: Buffer | null,
  ): void {
    if (++waiting.requests > maxRequests || ++waiting.open > maxOpenRequests) {
      kill('protocol')
      return
    }
    waiting.serve(message.method, message.args, body).then(
      (reply) => {
        waiting.open--
        // The work may have ended meanwhile, and with it everyone who waits for this.
        if (current !== waiting || hasExited) return
        write(
          { op: 'reply', request: message.request, ok: reply.ok, value: reply.value },
          reply.ok ? reply.body : undefined,
        )
      },
      () => kill('crashed'),
    )
  }

  function handleMessage(message: Message, body: Buffer | null): void {
    if (message.t === 'ready' && !isReady) {
      isReady = true
      if (mustBeSealed && !isSealed(spawned.pid!)) kill('protocol')
      else ready.resolve()
    } else if (message.t === 'fault') {
      complaint = message.error.slice(0, 2000)
      finish({ kind: 'fault', error: complaint })
      kill('crashed')
    } else if (current === null) {
      // Requests that a bundle forgot to await may come after its response; they are dropped.
      if (message.t !== 'ask') kill('protocol')
    } else if (message.t === 'ask') handleRequest(current, message, body)
    else if (message.t === 'done' && current.order.op === 'work')
      finish({ kind: 'done', done: message.ok ? { ...message, value: valueIn(body) } : message })
    else if (message.t === 'loaded' && current.order.op === 'load')
      finish({ kind: 'loaded', piece: valueIn(body) })
    else kill('protocol')
  }

  const read = createFrameReader(
    ({ header, body }) => handleMessage(parseMessage(header), body),
    maxBodyLength,
    maxHeaderLength,
  )
  outward.on('data', (chunk: Buffer) => {
    try {
      read(chunk)
    } catch {
      kill('protocol')
    }
  })
  errors.on('data', (chunk: Buffer) => {
    if (complaint.length < 4096) complaint += chunk.toString('utf8', 0, 4096)
  })
  for (const stream of [inward, outward, errors]) stream.on('error', () => {})
  spawned.on('error', (error) => ready.reject(error))
  spawned.on('close', () => {
    hasExited = true
    const why = reason ?? (/out of memory|allocation failed/i.test(complaint) ? 'out_of_memory' : 'crashed')
    ready.reject(new Error(`a piece process did not start: ${complaint.slice(0, 1000) || why}`))
    finish({ kind: 'exited', reason: why })
    for (const listener of listeners) listener()
  })

  return {
    pid: spawned.pid ?? 0,
    ready: ready.promise,
    request: (request) =>
      new Promise((resolve) => {
        if (hasExited || reason !== null) return resolve({ kind: 'exited', reason: reason ?? 'crashed' })
        if (current !== null) throw new Error('a piece process received two concurrent requests')
        if (request.signal?.aborted) return resolve({ kind: 'exited', reason: 'cancelled' })
        const timer = setTimeout(() => kill('deadline'), request.timeoutMs)
        const abort = () => kill('cancelled')
        request.signal?.addEventListener('abort', abort)
        current = {
          ...request,
          timer,
          requests: 0,
          open: 0,
          resolve(ended) {
            request.signal?.removeEventListener('abort', abort)
            resolve(ended)
          },
        }
        write(request.order, request.body)
      }),
    kill,
    hasExited: () => hasExited || reason !== null,
    onExit: (listener) => void listeners.push(listener),
  }
}

/** A copy, so that its bytes can be transferred to a thread. */
const valueIn = (body: Buffer | null): unknown =>
  contentOrValue({ bytes: new Uint8Array(body ?? []), kind: 'json', charset: 'utf-8' })

/** What the kernel says about the process, whatever the process says about itself. */
function isSealed(pid: number): boolean {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const isRoot = /^Uid:\s+(?:0\b|\d+\s+0\b)/m.test(status)
  return /^Seccomp:\s+2$/m.test(status) && /^NoNewPrivs:\s+1$/m.test(status) && !isRoot
}
