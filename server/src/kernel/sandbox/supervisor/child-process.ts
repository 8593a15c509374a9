import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { createFrameReader, encodeFrame } from '../protocol/frames.ts'
import { sandboxLimits } from '../protocol/limits.ts'
import type { Done, Language, Message, Order, SideTaskOrder, Task } from '../protocol/messages.ts'
import { innermost } from './bubblewrap.ts'
import { longMs, type Runner } from './cpu-priority.ts'
import { parseMessage } from './message.ts'
import { priorities } from './priorities.ts'

/** Why a child was ended, or `crashed` when it ended by itself. */
export type EndReason =
  | 'deadline'
  | 'protocol'
  | 'closed'
  | 'cancelled'
  | 'broken'
  | 'crashed'
  | 'out_of_memory'

export type Ended =
  | { kind: 'done'; done: Done; body: Buffer | null }
  /** The process has exited, with everything in it. */
  | { kind: 'exited'; reason: EndReason; ranMs: number }

export type ChildRequest = {
  order: Task
  body: Buffer | null
  /** When the process is killed if there is no response. */
  deadlineMs: number
  onMessage(message: Extract<Message, { t: 'output' | 'call' }>, body: Buffer | null): void
}

export type PendingRequest = {
  ended: Promise<Ended>
  /** Takes it back if it still waits, else stops the script; the process ends only if it does not listen. */
  cancel(): void
}

/** One interpreter process, seen from outside. It serves one request at a time. */
export type Child = Runner & {
  readonly pid: number
  readonly language: Language
  readonly ready: Promise<{ engine: string; sealed: boolean }>
  request(request: ChildRequest): PendingRequest
  /**
   * Sends a task beside the running script, where it needs no guest code; after the script, if the child cannot do it
   * sooner.
   */
  requestSideTask(request: ChildRequest & { order: SideTaskOrder }): PendingRequest
  /** Whether no script runs in it, or none does before the time is up. */
  isFreeWithin(ms: number): boolean | Promise<boolean>
  /** A reply to a call of the current run. */
  reply(order: Extract<Order, { op: 'reply' }>, body: Buffer | null): void
  kill(reason: EndReason): void
  hasExited(): boolean
  onExit(listener: () => void): void
  /** It went behind others, and could not be brought back. */
  isBehind(): boolean
  /** What it takes by itself at the moment; null until it is ready. */
  megabytes(): number | null
  /** Pauses and resumes reading, when the consumer cannot keep up. */
  pause(): void
  resume(): void
}

export type ChildCommand = {
  language: Language
  command: string
  args: readonly string[]
  mustBeSealed: boolean
  /** What a script is given to stop once it was cancelled. */
  cancelGraceMs: number
  /** Its own process is further down than the one that was started. */
  isInBubblewrap: boolean
  /** The signal that stops a script, where the child reads nothing while it runs one. */
  cancelSignal?: 'SIGINT'
  /** A script has begun, has ended, or has been running for long. */
  onScript?: () => void
}

// A guest makes at most 200 calls; a child that says more than that is not ours any longer.
const maxReported = 20_000

// What engines say last when the memory they may have is used up; an isolate of V8 wants a thread then, and gets none.
const outOfMemory = /out of memory|allocation failed|std::system_error/i

// A child in the hands of its guest could say that it did nothing; how long it was worked on is known here, too.
const maxUnexplainedMs = 1000

type Waiting = ChildRequest & {
  resolve(ended: Ended): void
  messages: number
  startedAt: number | null
  timer?: NodeJS.Timeout
  longTimer?: NodeJS.Timeout | undefined
  heldMs: number
}

/** It was taken back before it began: nothing is lost by that. */
export const cancelledBeforeStart: Ended = {
  kind: 'done',
  done: {
    t: 'done',
    outcome: { status: 'failed', code: 'killed', error: 'The script was cancelled.' },
    ranMs: 0,
  },
  body: null,
}

// What a script changes in its files is buffered: no more of it than a workspace and the paths in it.
const maxChangedBytes =
  sandboxLimits.workspaceBytes + sandboxLimits.workspaceFiles * 4 * sandboxLimits.pathChars
const isTooMuch = ({ order }: Waiting, body: Buffer | null) =>
  body !== null && order.op === 'execute' && body.length > maxChangedBytes

const isScript = ({ op }: Task) => op === 'run' || op === 'execute'

const ranMsOf = ({ startedAt, heldMs }: Waiting) =>
  startedAt === null ? 0 : performance.now() - startedAt - heldMs

function spawnPiped(command: string, args: readonly string[]) {
  const spawned = spawn(command, args, {
    env: {},
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  const [, , errors, inward, outward] = spawned.stdio as unknown as [null, null, Readable, Writable, Readable]
  return { spawned, errors, inward, outward }
}

/** A failure that is not awaited shows in the end of the process; it must not end the supervisor. */
function createReady() {
  const ready = Promise.withResolvers<{ engine: string; sealed: boolean }>()
  ready.promise.catch(() => {})
  return ready
}

export function startChild(started: ChildCommand): Child {
  const { language, command, args, mustBeSealed, cancelGraceMs, isInBubblewrap, cancelSignal, onScript } =
    started
  const { spawned, errors, inward, outward } = spawnPiped(command, args)
  const queue: Waiting[] = []
  const sideTasks = new Map<number, Waiting>()
  const listeners: (() => void)[] = []
  const whenFree = new Set<() => void>()
  let lastSideTask = 0
  const ready = createReady()
  let current: Waiting | null = null
  let reason: EndReason | null = null
  let hasExited = false
  let errorOutput = ''
  let pid = spawned.pid ?? 0
  let isBehind = false
  let heldSince: number | null = null
  let isReady = false

  function kill(why: EndReason): void {
    if (hasExited) return
    reason ??= why
    spawned.kill('SIGKILL')
    // Its end is certain; giving back its memory may take longer than anyone should wait.
    if (why === 'deadline' || why === 'cancelled') settleLeft(why)
  }

  function settleLeft(why: EndReason): void {
    for (const request of [...(current === null ? [] : [current]), ...queue, ...sideTasks.values()]) {
      clearTimeout(request.timer)
      clearTimeout(request.longTimer)
      request.resolve({ kind: 'exited', reason: why, ranMs: ranMsOf(request) })
    }
  }

  function startNext(): void {
    if (current !== null || hasExited || reason !== null) return
    current = queue.shift() ?? null
    if (current === null) return
    const { order, body, deadlineMs } = current
    current.startedAt = performance.now()
    current.timer = setTimeout(() => kill('deadline'), deadlineMs)
    for (const part of encodeFrame(order, body)) inward.write(part)
    if (!onScript || !isScript(order)) return
    reportWhenLong(current, onScript)
    onScript()
  }

  /** A timer may fire before its time by the clock that the script is measured with; nothing would look again. */
  function reportWhenLong(request: Waiting, report: () => void): void {
    const leftMs = longMs - ranMsOf(request)
    if (leftMs <= 0) report()
    else request.longTimer = setTimeout(() => reportWhenLong(request, report), leftMs)
  }

  function release(): void {
    if (heldSince === null) return
    if (!hasExited) signal(pid, 'SIGCONT')
    if (current !== null) current.heldMs += performance.now() - heldSince
    heldSince = null
  }

  function handleMessage(message: Message, body: Buffer | null): void {
    if (message.t === 'ready') {
      if (isInBubblewrap) pid = innermost(pid)
      if (mustBeSealed && !isSealed(pid)) kill('protocol')
      else {
        isReady = true
        ready.resolve({ engine: message.engine, sealed: message.sealed })
      }
    } else if (message.t === 'fault') {
      errorOutput = message.error
      kill('broken')
    } else if (message.t === 'done' && message.sideTask !== undefined) {
      finishSideTask(message.sideTask, message, body)
    } else if (current === null || ++current.messages > maxReported || isTooMuch(current, body)) {
      kill('protocol')
    } else if (message.t === 'done') {
      finish(current, message, body)
    } else current.onMessage(message, body)
  }

  function finish(request: Waiting, done: Done, body: Buffer | null): void {
    clearTimeout(request.timer)
    clearTimeout(request.longTimer)
    // It may have ended in the same moment in which it was held.
    release()
    current = null
    if (isBehind) isBehind = !priorities.byDefault(pid)
    if (done.broken) kill('broken')
    // No one pays for standing still.
    const reportedMs = (done.ranMs ?? 0) - request.heldMs
    const ranMs = Math.max(reportedMs, ranMsOf(request) - maxUnexplainedMs, 0)
    request.resolve({ kind: 'done', done: { ...done, ranMs }, body })
    if (isScript(request.order)) onScript?.()
    startNext()
    if (!hasScript()) for (const send of [...whenFree]) send()
  }

  function finishSideTask(number: number, done: Done, body: Buffer | null): void {
    const request = sideTasks.get(number)
    if (!request) {
      kill('protocol')
      return
    }
    sideTasks.delete(number)
    clearTimeout(request.timer)
    if (done.broken) kill('broken')
    request.resolve({ kind: 'done', done, body })
  }

  const hasScript = () => current !== null && isScript(current.order)

  function isFreeWithin(ms: number): boolean | Promise<boolean> {
    if (hasExited || !hasScript()) return true
    return new Promise((resolve) => {
      const send = () => settle(true)
      const timer = setTimeout(() => settle(false), ms)
      function settle(isFree: boolean): void {
        clearTimeout(timer)
        whenFree.delete(send)
        resolve(isFree)
      }
      whenFree.add(send)
    })
  }

  function cancel(request: Waiting): void {
    const index = queue.indexOf(request)
    if (index >= 0) {
      queue.splice(index, 1)
      request.resolve(cancelledBeforeStart)
    } else if (current === request) {
      // The process has more to lose than the script: sessions, or the second it took to start.
      clearTimeout(request.timer)
      request.timer = setTimeout(() => kill('cancelled'), cancelGraceMs)
      if (cancelSignal) signal(pid, cancelSignal)
      else for (const part of encodeFrame({ op: 'cancel' })) inward.write(part)
    }
  }

  function listen(): void {
    const read = createFrameReader(({ header, body }) => handleMessage(parseMessage(header), body))
    outward.on('data', (chunk: Buffer) => {
      // The child may be in the hands of its guest: whatever cannot be read ends it.
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
    // `close` comes after the last byte was read, so that a response sent before the end still counts.
    spawned.on('close', end)
  }

  function end(): void {
    hasExited = true
    const why = reason ?? (outOfMemory.test(errorOutput) ? 'out_of_memory' : 'crashed')
    ready.reject(new Error(`an interpreter process did not start: ${errorOutput.slice(0, 1000) || why}`))
    settleLeft(why)
    for (const send of [...whenFree]) send()
    for (const listener of listeners) listener()
  }

  listen()

  return {
    pid: spawned.pid ?? 0,
    language,
    ready: ready.promise,
    request(request) {
      const { promise, resolve } = Promise.withResolvers<Ended>()
      const requested: Waiting = { ...request, resolve, messages: 0, startedAt: null, heldMs: 0 }
      if (hasExited || reason !== null) resolve({ kind: 'exited', reason: reason ?? 'crashed', ranMs: 0 })
      else {
        queue.push(requested)
        startNext()
      }
      return { ended: promise, cancel: () => cancel(requested) }
    },
    requestSideTask(request) {
      if (current === null || hasExited || reason !== null) return this.request(request)
      const { promise, resolve } = Promise.withResolvers<Ended>()
      const requested: Waiting = { ...request, resolve, messages: 0, startedAt: null, heldMs: 0 }
      const number = ++lastSideTask
      sideTasks.set(number, requested)
      // Where the script does not let it in between, it waits for that to end.
      requested.timer = setTimeout(() => kill('deadline'), request.deadlineMs + current.deadlineMs)
      for (const part of encodeFrame({ op: 'aside', sideTask: number, task: request.order }, request.body))
        inward.write(part)
      return { ended: promise, cancel() {} }
    },
    isFreeWithin,
    reply(order, body) {
      if (hasExited) return
      for (const part of encodeFrame(order, body)) inward.write(part)
    },
    kill,
    hasExited: () => hasExited || reason !== null,
    onExit: (listener) => void listeners.push(listener),
    ranMs: () => (hasScript() ? ranMsOf(current!) : null),
    standBack() {
      isBehind ||= priorities.behindOthers(pid)
    },
    hold() {
      if (hasExited || heldSince !== null) return
      heldSince = performance.now()
      signal(pid, 'SIGSTOP')
    },
    release,
    heldMs: () => current?.heldMs ?? 0,
    isBehind: () => isBehind,
    megabytes: () => (isReady ? ownMegabytes(pid) : null),
    pause: () => void outward.pause(),
    resume: () => void outward.resume(),
  }
}

/** One that has just ended needs none, and where none may be sent everything continues without. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {}
}

/** Without what it shares with others, such as programs and images. Null when the kernel does not say. */
function ownMegabytes(pid: number): number | null {
  try {
    const found = /^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return found ? Number(found[1]) / 1024 : null
  } catch {
    return null
  }
}

/** What the kernel says about the process, whatever the process says about itself. */
function isSealed(pid: number): boolean {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const isRoot = /^Uid:\s+(?:0\b|\d+\s+0\b)/m.test(status)
  return /^Seccomp:\s+2$/m.test(status) && /^NoNewPrivs:\s+1$/m.test(status) && !isRoot
}
