import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { contentOrValue } from '../../../kernel/compute/large-content.ts'
import { createFrameReader, encodeFrame } from '../../../kernel/sandbox/wire/frames.ts'
import { type AskMethod, longestHeader, type Order, type Told } from '../wire/messages.ts'
import { readTold } from './told.ts'

/** Why there is no answer: the process is gone, and everything in it. */
export type GoneReason = 'deadline' | 'cancelled' | 'closed' | 'protocol' | 'out_of_memory' | 'crashed'

type DoneTold = Extract<Told, { t: 'done' }>
type Done = (Extract<DoneTold, { ok: true }> & { value: unknown }) | Extract<DoneTold, { ok: false }>

export type Ended =
  /** A large value is not read yet: it is `LargeContent`. */
  | { kind: 'done'; done: Done }
  | { kind: 'loaded'; piece: unknown }
  /** The program itself says that it cannot go on. */
  | { kind: 'fault'; error: string }
  | { kind: 'gone'; reason: GoneReason }

export type AskAnswer = { ok: true; value: unknown; body?: Uint8Array } | { ok: false; value: Refusal }
export type Refusal = { code: string; message: string }
export type AnswerAsk = (method: AskMethod, args: unknown, body: Buffer | null) => Promise<AskAnswer>

export type Asked = {
  order: Exclude<Order, { op: 'reply' }>
  body?: Uint8Array
  timeoutMs: number
  signal?: AbortSignal
  answer: AnswerAsk
}

/** One process, seen from outside. It is asked one thing at a time, and killed when it does not answer in time. */
export type PieceProcess = {
  readonly pid: number
  readonly ready: Promise<void>
  ask(asked: Asked): Promise<Ended>
  kill(reason: GoneReason): void
  isGone(): boolean
  onGone(listener: () => void): void
}

export type PieceProcessCommand = { command: string; args: readonly string[]; mustBeSealed: boolean }

/** A file, or an answer of a service; nothing else that a piece sends is large. */
const longestBody = 32 * 1024 * 1024
const longestBacklog = 2 * longestBody
/** One call makes a few dozen requests; what asks without end is not working. */
const maxAsks = 2000
const asksAtOnce = 32

type Waiting = Asked & { resolve(ended: Ended): void; asks: number; open: number; timer: NodeJS.Timeout }

export function startPieceProcess({ command, args, mustBeSealed }: PieceProcessCommand): PieceProcess {
  const spawned = spawn(command, args, { env: { TZ: 'UTC' }, cwd: '/', stdio: ['pipe', 'pipe', 'pipe'] })
  const { stdin: inward, stdout: outward, stderr: errors } = spawned
  const ready = Promise.withResolvers<void>()
  const listeners: (() => void)[] = []
  ready.promise.catch(() => {})
  let current: Waiting | null = null
  let reason: GoneReason | null = null
  let isGone = false
  let isReady = false
  let complaint = ''

  function kill(why: GoneReason): void {
    if (isGone) return
    reason ??= why
    spawned.kill('SIGKILL')
  }

  function write(order: Order, body?: Uint8Array): void {
    // What a bundle asks for and does not take would heap up here.
    if (inward.writableLength > longestBacklog) kill('protocol')
    for (const part of encodeFrame(order, body ?? null)) inward.write(part)
  }

  function finish(ended: Ended): void {
    if (current === null) return
    const { resolve, timer } = current
    clearTimeout(timer)
    current = null
    resolve(ended)
  }

  function answerAsk(waiting: Waiting, told: Extract<Told, { t: 'ask' }>, body: Buffer | null): void {
    if (++waiting.asks > maxAsks || ++waiting.open > asksAtOnce) {
      kill('protocol')
      return
    }
    waiting.answer(told.method, told.args, body).then(
      (answer) => {
        waiting.open--
        // The work may have ended meanwhile, and with it everybody who waits for this.
        if (current !== waiting || isGone) return
        write(
          { op: 'reply', ask: told.ask, ok: answer.ok, value: answer.value },
          answer.ok ? answer.body : undefined,
        )
      },
      () => kill('crashed'),
    )
  }

  function hear(told: Told, body: Buffer | null): void {
    if (told.t === 'ready' && !isReady) {
      isReady = true
      if (mustBeSealed && !isSealed(spawned.pid!)) kill('protocol')
      else ready.resolve()
    } else if (told.t === 'fault') {
      complaint = told.error.slice(0, 2000)
      finish({ kind: 'fault', error: complaint })
      kill('crashed')
    } else if (current === null) {
      // Requests that a bundle forgot to wait for may come after its answer; nobody answers them.
      if (told.t !== 'ask') kill('protocol')
    } else if (told.t === 'ask') answerAsk(current, told, body)
    else if (told.t === 'done' && current.order.op === 'work')
      finish({ kind: 'done', done: told.ok ? { ...told, value: valueIn(body) } : told })
    else if (told.t === 'loaded' && current.order.op === 'load')
      finish({ kind: 'loaded', piece: valueIn(body) })
    else kill('protocol')
  }

  const read = createFrameReader(
    ({ header, body }) => hear(readTold(header), body),
    longestBody,
    longestHeader,
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
    isGone = true
    const why = reason ?? (/out of memory|allocation failed/i.test(complaint) ? 'out_of_memory' : 'crashed')
    ready.reject(new Error(`a process for pieces did not start: ${complaint.slice(0, 1000) || why}`))
    finish({ kind: 'gone', reason: why })
    for (const listener of listeners) listener()
  })

  return {
    pid: spawned.pid ?? 0,
    ready: ready.promise,
    ask: (asked) =>
      new Promise((resolve) => {
        if (isGone || reason !== null) return resolve({ kind: 'gone', reason: reason ?? 'crashed' })
        if (current !== null) throw new Error('a process for pieces was asked two things at once')
        if (asked.signal?.aborted) return resolve({ kind: 'gone', reason: 'cancelled' })
        const timer = setTimeout(() => kill('deadline'), asked.timeoutMs)
        const abort = () => kill('cancelled')
        asked.signal?.addEventListener('abort', abort)
        current = {
          ...asked,
          timer,
          asks: 0,
          open: 0,
          resolve(ended) {
            asked.signal?.removeEventListener('abort', abort)
            resolve(ended)
          },
        }
        write(asked.order, asked.body)
      }),
    kill,
    isGone: () => isGone || reason !== null,
    onGone: (listener) => void listeners.push(listener),
  }
}

/** A copy, so that its bytes can be handed to a thread whole. */
const valueIn = (body: Buffer | null): unknown =>
  contentOrValue({ bytes: new Uint8Array(body ?? []), kind: 'json', charset: 'utf-8' })

/** What the kernel says about the process, whatever the process says about itself. */
function isSealed(pid: number): boolean {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const isRoot = /^Uid:\s+(?:0\b|\d+\s+0\b)/m.test(status)
  return /^Seccomp:\s+2$/m.test(status) && /^NoNewPrivs:\s+1$/m.test(status) && !isRoot
}
