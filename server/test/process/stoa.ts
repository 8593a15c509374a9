import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { embeddedPaths } from '../../src/kernel/db/embedded/index.ts'
import { findPostmaster, stopPostmaster } from '../../src/kernel/db/embedded/postmaster.ts'
import { madeOnce } from '../made-once.ts'
import type { ParsedJson } from '../parsed-json.ts'
import { bundledLauncher } from './bundle.ts'

/** The program as it is installed. */
export const launcher = fileURLToPath(new URL('../../bin/stoa.mjs', import.meta.url))

export const apiKey = 'stoa_process-tests-0123456789abcdefghij'

type Variables = Record<string, string | undefined>

export type Run = { code: number | null; stdout: string; stderr: string }

type SpawnOptions = {
  program: string
  onLaunch?(child: ChildProcess): void
  env: Variables
  directory: string
  node?: string
  uid?: number
  gid?: number
  isGroup?: boolean
  /** Started as operators do, with a supervisor around it; the process is the supervisor then. */
  isSupervised?: boolean
}

/** Only what a test names reaches the process: variables of the shell that runs the tests must not. */
function spawnStoa(args: string[], options: SpawnOptions): ChildProcess {
  const { program, env, directory, node, uid, gid, isGroup } = options
  // A start allocates much that stays: with a small young generation, a seventh of its time would be for copying it.
  const memory = program === launcher ? [] : ['--max-semi-space-size=32']
  return spawn(node ?? process.execPath, [...memory, program, ...args], {
    cwd: directory,
    // Few of these tests run scripts; the others need not wait for processes that would.
    env: { PATH: process.env.PATH, HOME: directory, STOA_SANDBOX_WARM: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isGroup ?? false,
    ...(uid === undefined ? {} : { uid, gid: gid ?? uid }),
  })
}

/**
 * A directory of the test's own. When the test is over, whatever still runs on it is ended and it is removed. What is
 * started is the bundle, or the program that is named.
 */
export async function makeInstallation(t: Pick<TestContext, 'after'>, named?: string) {
  const program = named ?? (await bundledLauncher())
  const directory = await mkdtemp(join(tmpdir(), 'stoa-process-'))
  await chmod(directory, 0o755)
  const children = new Map<ChildProcess, { isGroup: boolean }>()
  const dataDirs = new Set<string>()
  t.after(async () => {
    for (const [child, { isGroup }] of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      process.kill(isGroup ? -child.pid! : child.pid!, 'SIGKILL')
    }
    for (const dataDir of dataDirs) {
      const server = await findPostmaster(embeddedPaths(dataDir))
      if (server) await stopPostmaster(server)
    }
    await rm(directory, { recursive: true, force: true, maxRetries: 5 })
  })

  function launch(args: string[], options: Omit<SpawnOptions, 'directory' | 'program'>): ChildProcess {
    const child = spawnStoa(args, { program, directory, ...options })
    children.set(child, { isGroup: options.isGroup ?? false })
    options.onLaunch?.(child)
    if (options.env.STOA_DATA_DIR) dataDirs.add(options.env.STOA_DATA_DIR)
    return child
  }

  return {
    directory,
    dataDir: join(directory, 'data'),
    /** Runs a command until it exits. */
    async run(args: string[], env: Variables, options: Partial<SpawnOptions> = {}): Promise<Run> {
      const child = launch(args, { env, ...options })
      const output = collect(child)
      const [code] = (await once(child, 'close')) as [number | null]
      return { code, ...output }
    },
    /** Starts a server and waits until it says that it runs. Log lines stay out of its output. */
    start: (env: Variables, options: Partial<SpawnOptions> = {}) =>
      awaitStart(launch(startWords(options, '--json'), { env: { PORT: '0', ...env }, ...options })),
    /** The same for a reader of the text output instead of JSON. */
    startPlainly: (env: Variables, options: Partial<SpawnOptions> = {}) =>
      awaitText(launch(startWords(options), { env: { PORT: '0', ...env }, ...options })),
  }
}

const startWords = ({ isSupervised }: Partial<SpawnOptions>, ...more: string[]): string[] => [
  'start',
  ...(isSupervised ? [] : ['--no-supervise']),
  ...more,
]

export type Installation = Awaited<ReturnType<typeof makeInstallation>>

function collect(child: ChildProcess) {
  const output = { stdout: '', stderr: '' }
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
    output.stdout += chunk
  })
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    output.stderr += chunk
  })
  return output
}

async function awaitOutput(child: ChildProcess, isComplete: (text: string) => boolean) {
  const output = collect(child)
  const closed = once(child, 'close')
  while (!isComplete(output.stdout)) {
    const hasEnded = await Promise.race([
      once(child.stdout!, 'data').then(() => false),
      closed.then(() => true),
    ])
    assert.ok(!hasEnded || isComplete(output.stdout), `the server did not start: ${output.stderr}`)
  }
  return { output, closed }
}

async function awaitText(child: ChildProcess) {
  const { output, closed } = await awaitOutput(child, (text) => /\n {2}curl .*\n/.test(text))
  return { text: () => output.stdout, ...result(child, closed, output) }
}

export type StartLine = {
  version: string
  dashboard: string
  api: string
  docs: string
  dataDirectory: string
  apiKey: string | null
  curl: string
}

/** What the lists that are read here have in common. */
type Item = { id: string; name: string; action: string; target: { id: string } }

async function awaitStart(child: ChildProcess) {
  const { output, closed } = await awaitOutput(child, (text) => text.includes('\n'))
  const line = JSON.parse(output.stdout) as StartLine
  /** Calls the API with the key of these tests, or another. */
  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(`${line.api}${path}`, {
      method,
      headers: {
        'x-api-key': apiKey,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
    return { status: response.status, headers: response.headers, body: isStream ? null : parse(text) }
  }
  return {
    line,
    call,
    /** Everything in a list, page by page, oldest first where the list has an order. */
    async listAll(path: string): Promise<Item[]> {
      const items: Item[] = []
      for (let page = 1; ; page++) {
        const { body } = await call('GET', `${path}?limit=100&page=${page}&sortOrder=asc`)
        items.push(...body.data)
        if (!body.hasNextPage) return items
      }
    },
    ...result(child, closed, output),
  }
}

function parse(text: string): ParsedJson {
  return text === '' ? null : JSON.parse(text)
}

function result(child: ChildProcess, closed: Promise<unknown[]>, output: { stdout: string; stderr: string }) {
  const end = async () => {
    const [code, signal] = (await closed) as [number | null, NodeJS.Signals | null]
    return { code, signal, ...output }
  }
  return {
    pid: child.pid!,
    end,
    stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal)
      return end()
    },
  }
}

export type Server = Awaited<ReturnType<typeof awaitStart>>

/** The process id of the embedded database, or null. */
export async function databasePid(dataDir: string): Promise<number | null> {
  return (await findPostmaster(embeddedPaths(dataDir)))?.pid ?? null
}

/**
 * A data directory after its first start, to be copied: making one takes many times as long. Its key is the one of
 * these tests. The first test file to ask makes it for all.
 */
export async function makeTemplate() {
  const directory = await madeOnce('installation', startOnce)
  return {
    /** Any user may be the one to start it, so it must be where all can read. */
    async copyTo(dataDir: string): Promise<void> {
      await promisify(execFile)('cp', ['-a', join(directory, 'data'), dataDir])
    },
  }
}

async function startOnce(directory: string): Promise<void> {
  const child = spawnStoa(['start', '--json'], {
    program: await bundledLauncher(),
    directory,
    env: { STOA_DATA_DIR: join(directory, 'data'), STOA_API_KEY: apiKey, PORT: '0' },
  })
  const server = await awaitStart(child)
  assert.equal((await server.stop()).code, 0)
}

/** A port that is free at the moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

/** The Node that the machine itself has; null when it needs no launcher. */
export async function oldNode(): Promise<string | null> {
  const line = 'PATH=/usr/bin:/usr/local/bin; command -v node && node --version'
  const { stdout } = await promisify(execFile)('sh', ['-c', line]).catch(() => ({ stdout: '' }))
  const [path, version] = stdout.trim().split('\n')
  return path && Number(/^v(\d+)/.exec(version ?? '')?.[1]) < 24 ? path : null
}
