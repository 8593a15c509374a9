import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../kernel/errors.ts'
import type { Log } from '../../../kernel/log.ts'
import { createFrameReader, encodeFrame } from '../../../kernel/sandbox/protocol/frames.ts'
import { folderPrefix } from '../protocol/folders.ts'
import type {
  CallName,
  Calls,
  DriverFault,
  FromHost,
  HostSettings,
  SessionEvent,
  ToHost,
} from '../protocol/messages.ts'

/** The body is bytes that go beside the input. */
export type CallOptions = { timeoutMs?: number; body?: Buffer }

export type Host = {
  call<Name extends CallName>(
    session: string,
    name: Name,
    input: Calls[Name]['input'],
    options?: CallOptions,
  ): Promise<{ output: Calls[Name]['output']; body: Buffer | null }>
  close(): Promise<void>
}

export type HostOptions = {
  settings: HostSettings
  log: Log
  onEvent(session: string, event: SessionEvent, body: Buffer | null): void
  /** The process has died, with all sessions. */
  onLost(): void
}

type Waiting = {
  resolve(result: { output: unknown; body: Buffer | null }): void
  reject(error: unknown): void
}

const program = join(import.meta.dirname, '../child/main.ts')
const maxBodyBytes = 64 * 1024 * 1024
const maxHeaderBytes = 8 * 1024 * 1024
const closeMs = 3_000
// Longer than any action may take, with its waiting.
const defaultTimeoutMs = 150_000

export const toAppError = ({ code, message, hint }: DriverFault): AppError =>
  new AppError(code, message, hint === undefined ? {} : { hint })

const lost = () =>
  new AppError('browser_session_gone', 'The process of the browser sessions ended', {
    hint: 'Create a new session with POST /api/v1/browser/sessions.',
  })

/** Those that the operator trusts beside the public ones, for a proxy of the caller that is reached by TLS. */
const trustedAuthorities = (): Record<string, string> => {
  // biome-ignore lint/style/noProcessEnv: it is a variable of Node.js itself, which this process has read too
  const { NODE_EXTRA_CA_CERTS: path } = process.env
  return path === undefined ? {} : { NODE_EXTRA_CA_CERTS: path }
}

const foldersOf = async (pid: number) =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(folderPrefix(pid)))

/**
 * A process that was killed could not delete what its browsers had on disk. They end by themselves, and may write until
 * they have.
 */
async function removeFolders(pid: number): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    const names = await foldersOf(pid)
    if (names.length === 0) return
    for (const name of names) await rm(join(tmpdir(), name), { recursive: true, force: true, maxRetries: 5 })
    await sleep(500)
  }
}

/** The process that has the browsers of one driver. It is started with the first call, and again after it died. */
export function createHost({ settings, log, onEvent, onLost }: HostOptions): Host {
  const waiting = new Map<number, Waiting>()
  let last = 0
  let current: { process: ChildProcess; channel: Duplex } | null = null
  let isClosed = false

  function start() {
    const child = spawn(
      process.execPath,
      ['--no-warnings', '--max-old-space-size=1024', program, JSON.stringify(settings)],
      {
        env: { TMPDIR: tmpdir(), ...trustedAuthorities() },
        cwd: '/',
        stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
        // Out of our group: a Ctrl-C is for the server, which saves profiles before it ends the browsers.
        detached: true,
      },
    )
    const channel = child.stdio[3] as Duplex
    const read = createFrameReader(
      ({ header, body }) => receive(header as FromHost, body),
      maxBodyBytes,
      maxHeaderBytes,
    )
    channel.on('data', (chunk: Buffer) => {
      try {
        read(chunk)
      } catch {
        child.kill('SIGKILL')
      }
    })
    channel.on('error', () => child.kill('SIGKILL'))
    child.stderr!.on('data', (chunk: Buffer) =>
      log.debug(
        { driver: settings.driver, text: chunk.toString('utf8', 0, 2000) },
        'the process of the browsers',
      ),
    )
    child.on('error', (error) => log.warn({ err: error }, 'the process of the browsers did not start'))
    child.on('close', () => {
      void removeFolders(child.pid ?? 0).catch((error) =>
        log.warn({ err: error }, 'folders of browsers are left'),
      )
      if (current?.process === child) current = null
      for (const { reject } of waiting.values()) reject(lost())
      waiting.clear()
      if (!isClosed) onLost()
    })
    current = { process: child, channel }
    return current
  }

  function receive(message: FromHost, body: Buffer | null): void {
    if ('event' in message) {
      onEvent(message.session, message.event, body)
      return
    }
    const found = waiting.get(message.id)
    waiting.delete(message.id)
    // The bytes are part of a larger chunk, which would be retained with them.
    if (message.ok) found?.resolve({ output: message.output, body: body && Buffer.from(body) })
    else found?.reject(toAppError(message.error))
  }

  return {
    call(session, name, input, { timeoutMs = defaultTimeoutMs, body = null } = {}) {
      if (isClosed)
        throw new AppError('service_unavailable', 'The server is stopping', {
          headers: { 'retry-after': '1' },
        })
      const { channel } = current ?? start()
      const id = ++last
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(id)
          reject(new AppError('action_timeout', 'The browser did not respond in time'))
        }, timeoutMs)
        const settled = () => clearTimeout(timer)
        waiting.set(id, {
          resolve: (result) => {
            settled()
            resolve(result as Awaited<ReturnType<Host['call']>> as never)
          },
          reject: (error) => {
            settled()
            reject(error)
          },
        })
        const message: ToHost = { id, session, call: name, input }
        for (const part of encodeFrame(message, body)) channel.write(part)
      })
    },
    async close() {
      isClosed = true
      if (!current) return
      const { process: child, channel } = current
      const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
      // It kills its browsers when the channel closes.
      channel.destroy()
      const timer = setTimeout(() => child.kill('SIGKILL'), closeMs)
      await ended
      clearTimeout(timer)
    },
  }
}
