import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createFrameReader, encodeFrame } from '../sandbox/protocol/frames.ts'
import type { SealedCommand } from './command.ts'

/** Why there is no response: the process has exited, with everything in it. */
export type ExitReason = 'deadline' | 'cancelled' | 'closed' | 'protocol' | 'out_of_memory' | 'crashed'

export type Exited =
  /** The program itself reports that it cannot continue. */
  { kind: 'fault'; error: string } | { kind: 'exited'; reason: ExitReason }

/** What every program says, beside its own messages. */
export type LifeMessage = { t: 'ready'; sealed: boolean } | { t: 'fault'; error: string }

export type SealedRequest<Message, Result> = {
  order: object
  body?: Uint8Array
  timeoutMs: number
  signal?: AbortSignal
  /** Undefined while the request is open. Throws on what no program of ours would say. */
  receive(message: Message, body: Buffer | null): Result | undefined
}

/** One process, seen from outside. It gets one task at a time, and is killed when it does not respond in time. */
export type SealedProcess<Message> = {
  readonly pid: number
  readonly ready: Promise<void>
  request<Result>(request: SealedRequest<Message, Result>): Promise<Result | Exited>
  /** To the request that is open. */
  send(order: object, body?: Uint8Array): void
  kill(reason: ExitReason): void
  hasExited(): boolean
  onExit(listener: () => void): void
}

export type SealedProcessOptions<Message> = {
  /** For messages of errors. */
  name: string
  maxBodyLength: number
  maxHeaderLength: number
  /** Throws on what no program of ours would say: the process may be in the hands of a hostile input. */
  parse(header: unknown): Message | LifeMessage
  /** Whether a message may come while no request is open. */
  mayBeLate?(message: Message): boolean
}

type Open<Message> = {
  receive(message: Message, body: Buffer | null): void
  exit(exited: Exited): void
}

export function startSealedProcess<Message extends { t: string }>(
  { command, args, mustBeSealed }: SealedCommand,
  options: SealedProcessOptions<Message>,
): SealedProcess<Message> {
  const spawned = spawn(command, args, { env: { TZ: 'UTC' }, cwd: '/', stdio: ['pipe', 'pipe', 'pipe'] })
  const { stdin: inward, stdout: outward, stderr: errors } = spawned
  const ready = Promise.withResolvers<void>()
  const listeners: (() => void)[] = []
  ready.promise.catch(() => {})
  let current: Open<Message> | null = null
  let reason: ExitReason | null = null
  let hasExited = false
  let isReady = false
  let errorOutput = ''

  function kill(why: ExitReason): void {
    if (hasExited) return
    reason ??= why
    spawned.kill('SIGKILL')
  }

  function send(order: object, body?: Uint8Array): void {
    // What a program requests and does not read would pile up here.
    if (inward.writableLength > 2 * options.maxBodyLength) kill('protocol')
    for (const part of encodeFrame(order, body ?? null)) inward.write(part)
  }

  function handleMessage(message: Message | LifeMessage, body: Buffer | null): void {
    if (isLife(message)) handleLife(message)
    else if (current !== null) current.receive(message, body)
    else if (!options.mayBeLate?.(message)) kill('protocol')
  }

  function handleLife(message: LifeMessage): void {
    if (message.t === 'fault') {
      errorOutput = message.error.slice(0, 2000)
      current?.exit({ kind: 'fault', error: errorOutput })
      kill('crashed')
    } else if (isReady || (mustBeSealed && !isSealed(spawned.pid!))) kill('protocol')
    else {
      isReady = true
      ready.resolve()
    }
  }

  const read = createFrameReader(
    ({ header, body }) => handleMessage(options.parse(header), body),
    options.maxBodyLength,
    options.maxHeaderLength,
  )
  outward.on('data', (chunk: Buffer) => {
    try {
      read(chunk)
    } catch {
      kill('protocol')
    }
  })
  errors.on('data', (chunk: Buffer) => {
    if (errorOutput.length < 4096) errorOutput += chunk.toString('utf8', 0, 4096)
  })
  for (const stream of [inward, outward, errors]) stream.on('error', () => {})
  spawned.on('error', (error) => ready.reject(error))
  spawned.on('close', () => {
    hasExited = true
    const why = reason ?? (/out of memory|allocation failed/i.test(errorOutput) ? 'out_of_memory' : 'crashed')
    ready.reject(new Error(`a ${options.name} process did not start: ${errorOutput.slice(0, 1000) || why}`))
    current?.exit({ kind: 'exited', reason: why })
    for (const listener of listeners) listener()
  })

  function request<Result>(input: SealedRequest<Message, Result>): Promise<Result | Exited> {
    return new Promise((resolve) => {
      if (hasExited || reason !== null) return resolve({ kind: 'exited', reason: reason ?? 'crashed' })
      if (current !== null) throw new Error(`a ${options.name} process received two concurrent requests`)
      if (input.signal?.aborted) return resolve({ kind: 'exited', reason: 'cancelled' })
      const timer = setTimeout(() => kill('deadline'), input.timeoutMs)
      const abort = () => kill('cancelled')
      input.signal?.addEventListener('abort', abort)
      const finish = (result: Result | Exited) => {
        clearTimeout(timer)
        input.signal?.removeEventListener('abort', abort)
        current = null
        resolve(result)
      }
      current = {
        receive(message, body) {
          const result = input.receive(message, body)
          if (result !== undefined) finish(result)
        },
        exit: finish,
      }
      send(input.order, input.body)
    })
  }

  return {
    pid: spawned.pid ?? 0,
    ready: ready.promise,
    request,
    send,
    kill,
    hasExited: () => hasExited || reason !== null,
    onExit: (listener) => void listeners.push(listener),
  }
}

const isLife = (message: { t: string }): message is LifeMessage =>
  message.t === 'ready' || message.t === 'fault'

/** What the kernel says about the process, whatever the process says about itself. */
function isSealed(pid: number): boolean {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const isRoot = /^Uid:\s+(?:0\b|\d+\s+0\b)/m.test(status)
  return /^Seccomp:\s+2$/m.test(status) && /^NoNewPrivs:\s+1$/m.test(status) && !isRoot
}
