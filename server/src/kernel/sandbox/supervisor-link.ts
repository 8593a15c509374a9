import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import type { Log } from '../log.ts'
import type { Request, Response } from './protocol/control.ts'
import { createFrameReader, encodeFrame } from './protocol/frames.ts'
import type { SupervisorSettings } from './supervisor/main.ts'

/** The end of a request: the last that the supervisor says about it. */
export type Final = { response: Exclude<Response, { from: 'message' }>; body: Buffer | null }
type MessageResponse = Extract<Response, { from: 'message' }>
type Unnumbered<T> = T extends { id: number } ? Omit<T, 'id'> : never
export type SupervisorRequest = Unnumbered<Request>

/** The connection to the supervisor, which is a separate process and is restarted when it dies. */
export type SupervisorLink = {
  /** Resolves with the end of the request; when the supervisor dies meanwhile, with the loss of the process. */
  request(
    request: SupervisorRequest,
    options?: {
      body?: Uint8Array | null
      onMessage?: (message: MessageResponse, body: Buffer | null) => void
    },
  ): Sent
  /** Sent without a response. */
  send(request: SupervisorRequest, body?: Uint8Array | null): void
  /** Changes with every start: the state of an older supervisor is lost. */
  generation(): number
  pid(): number | null
  close(): Promise<void>
}

export type Sent = { id: number; final: Promise<Final> }

type LinkOptions = {
  settings: Omit<SupervisorSettings, 'parentPid'>
  log: Log
  /** The file of the supervisor. */
  program?: string
}
type Waiting = {
  resolve(final: Final): void
  onMessage: (message: MessageResponse, body: Buffer | null) => void
}

const ownProgram = join(import.meta.dirname, 'supervisor/main.ts')
const firstPauseMs = 100
const maxPauseMs = 10_000
const stayedUpMs = 30_000
const closeMs = 2000
// The supervisor says so when the platform cannot seal: trying again would not help.
const cannotSeal = 2

export function createSupervisorLink({ settings, log, program = ownProgram }: LinkOptions): SupervisorLink {
  const waiting = new Map<number, Waiting>()
  let last = 0
  let generation = 0
  let failures = 0
  let current: { process: ChildProcess; socket: Duplex } | null = null
  let isClosed = false
  let fault = 'the supervisor of the sandboxes is not running'
  let retry: NodeJS.Timeout | null = null

  function start(): void {
    generation++
    const startedAt = Date.now()
    const args = ['--no-warnings', program, JSON.stringify({ ...settings, parentPid: process.pid })]
    const started = spawn(process.execPath, args, {
      env: {},
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      // Out of our group: a Ctrl-C is for the server, which saves its sessions before it ends what they live in.
      detached: true,
    })
    const socket = started.stdio[3] as Duplex
    current = { process: started, socket }
    const read = createFrameReader(({ header, body }) => handleMessage(header as Response, body))
    let errorOutput = ''
    socket.on('data', (chunk: Buffer) => {
      try {
        read(chunk)
      } catch (error) {
        // Where the next frame begins is not known any more: what is in flight is lost, and another supervisor starts.
        errorOutput ||= `it sent what cannot be understood: ${(error as Error).message}`
        socket.destroy()
        started.kill('SIGKILL')
      }
    })
    for (const stream of [socket, started.stderr!]) stream.on('error', () => started.kill('SIGKILL'))
    started.stderr!.on('data', (chunk: Buffer) => {
      if (errorOutput.length < 4096) errorOutput += chunk.toString()
    })
    started.on('error', (error) => {
      errorOutput = error.message
    })
    started.on('close', (code, signal) => {
      if (current?.process === started) current = null
      loseAll()
      if (isClosed) return
      fault = errorOutput.trim() || `the supervisor of the sandboxes ended (${signal ?? code})`
      log.warn(
        { code, signal, errorOutput: errorOutput.slice(0, 1000) },
        'the supervisor of the sandboxes ended',
      )
      if (code === cannotSeal) return
      failures = Date.now() - startedAt > stayedUpMs ? 0 : failures + 1
      // The first retry is immediate: queued callers then do not notice.
      if (failures <= 1) start()
      else retry = setTimeout(start, Math.min(maxPauseMs, firstPauseMs * 2 ** failures))
    })
  }

  function handleMessage(response: Response, body: Buffer | null): void {
    const request = waiting.get(response.id)
    if (!request) return
    if (response.from === 'message') passMessage(request, response, body)
    else {
      waiting.delete(response.id)
      request.resolve({ response, body })
    }
  }

  /** A fault of one listener must not cost the others their supervisor. */
  function passMessage({ onMessage }: Waiting, message: MessageResponse, body: Buffer | null): void {
    try {
      onMessage(message, body)
    } catch (err) {
      log.error({ err }, 'a sandbox message could not be processed')
    }
  }

  function loseAll(): void {
    for (const [id, { resolve }] of waiting)
      resolve({ response: { id, from: 'exited', reason: 'crashed', ranMs: 0 }, body: null })
    waiting.clear()
  }

  function send(request: Request, body: Uint8Array | null): void {
    for (const part of encodeFrame(request, body)) current?.socket.write(part)
  }

  start()
  return {
    request(request, { body = null, onMessage = () => {} } = {}) {
      const id = ++last
      if (current === null) {
        const response = { id, from: 'refused', reason: 'unavailable', message: fault } as const
        return { id, final: Promise.resolve({ response, body: null }) }
      }
      const final = new Promise<Final>((resolve) => waiting.set(id, { resolve, onMessage }))
      send({ ...request, id } as Request, body)
      return { id, final }
    },
    send: (request, body = null) => send({ ...request, id: 0 } as Request, body),
    generation: () => generation,
    pid: () => current?.process.pid ?? null,
    async close() {
      isClosed = true
      if (retry !== null) clearTimeout(retry)
      if (current === null) return
      const { process: running, socket } = current
      const ended = new Promise<void>((resolve) => running.once('close', () => resolve()))
      socket.destroy()
      const timer = setTimeout(() => running.kill('SIGKILL'), closeMs)
      await ended
      clearTimeout(timer)
    },
  }
}
