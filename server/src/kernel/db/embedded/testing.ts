import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { madeOnce } from '../../../../test/made-once.ts'
import type { ConnectionSettings } from '../postgres.ts'
import { locateBinaries } from './binaries/binaries.ts'
import { embeddedPaths } from './machine/paths.ts'
import { joinServer } from './membership.ts'
import { findPostmaster, stopPostmaster } from './postmaster.ts'

const results = new WeakMap<TestContext, (() => Promise<unknown>)[]>()

/** Undone in reverse order, also when the test fails: a process that has joined would otherwise never end. */
export function atEnd(t: TestContext, undo: () => Promise<unknown>): void {
  const known = results.get(t)
  if (known) known.push(undo)
  else {
    const undos = [undo]
    results.set(t, undos)
    t.after(async () => {
      for (const last of undos.reverse()) await last()
    })
  }
}

/** A directory for one test, open to all users; it is removed with the server in its `data`. */
export async function makeDataFolder(t: TestContext): Promise<{ folder: string; dataDir: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-embedded-'))
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'data')
  atEnd(t, async () => {
    const server = await findPostmaster(embeddedPaths(dataDir))
    if (server) await stopPostmaster(server)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return { folder, dataDir }
}

/** A data directory with an empty database, for all tests of the run to copy: making one takes many times as long. */
export function makeTemplate(): { copyTo(dataDir: string): Promise<void> } {
  const making = madeOnce('embedded', async (directory) => {
    await chmod(directory, 0o755)
    await (await joinNoticing(join(directory, 'data'))).leave()
  })
  return {
    copyTo: async (dataDir) => {
      await promisify(execFile)('cp', ['-a', join(await making, 'data'), dataDir])
    },
  }
}

export async function until<T>(probe: () => Promise<T> | T, limitMs = 90_000): Promise<NonNullable<T>> {
  const deadline = Date.now() + limitMs
  for (;;) {
    const found = await probe()
    if (found) return found
    if (Date.now() > deadline) throw new Error(`timed out waiting for: ${probe}`)
    await pause(10)
  }
}

type Source = { native?: string; sharedCopyDir?: string }

/** Joins in this process, and collects what is noticed. */
export async function joinHere(t: TestContext, dataDir: string, source: Source = {}) {
  const joined = await joinNoticing(dataDir, source)
  atEnd(t, joined.leave)
  return joined
}

async function joinNoticing(dataDir: string, source: Source = {}) {
  const notices: string[] = []
  const server = await joinServer({
    dataDir,
    onNotice: (message) => notices.push(message),
    locate: () => source.native ?? locateBinaries(),
    sharedCopyDir: source.sharedCopyDir ?? join(dataDir, 'unused'),
  })
  return { ...server, notices }
}

/** Runs one statement on a separate connection. */
export async function ask<Row extends pg.QueryResultRow>(
  settings: ConnectionSettings,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client(settings)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const memberProgram = `
  import { createInterface } from 'node:readline'
  const { joinEmbedded } = await import(process.env.STOA_INDEX)
  const { joinServer } = await import(process.env.STOA_MEMBERSHIP)
  const { default: pg } = await import(process.env.STOA_PG)
  const say = (line) => process.stdout.write(line + '\\n')
  const { STOA_DATA: dataDir, STOA_NATIVE: native } = process.env
  const options = { dataDir, onNotice: (text) => say('notice ' + text) }
  const server = await (native ? joinServer({ ...options, locate: () => native }) : joinEmbedded(options))
  const orders = {
    leave: async () => { await server.leave(); say('left') },
    insert: async () => {
      const client = new pg.Client(server.settings)
      client.on('error', () => {})
      await client.connect()
      await client.query('create table if not exists acked (n bigserial primary key)')
      for (;;) say('acked ' + (await client.query('insert into acked default values returning n')).rows[0].n)
    },
  }
  const input = createInterface({ input: process.stdin })
  input.on('line', (order) => orders[order]().catch((error) => say('failed ' + error.message)).then(() => order === 'leave' && input.close()))
  say(server.adopted ? 'adopted' : 'started')
`

export type Member = {
  child: ChildProcess
  lines: string[]
  order(name: 'leave' | 'insert'): void
  /** Waits for a line with this beginning. */
  logged(beginning: string): Promise<string>
  kill(): Promise<void>
}

/** Another process that joins. */
export function startMember(
  t: TestContext,
  dataDir: string,
  { native, ...account }: { native?: string; uid?: number; gid?: number } = {},
): Member {
  const child = spawn(process.execPath, ['--input-type=module', '-e', memberProgram], {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      STOA_INDEX: import.meta.resolve('./index.ts'),
      STOA_MEMBERSHIP: import.meta.resolve('./membership.ts'),
      STOA_PG: import.meta.resolve('pg'),
      STOA_DATA: dataDir,
      ...(native ? { STOA_NATIVE: native } : {}),
    },
    ...account,
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  const kill = async () => {
    if (isOver()) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }
  atEnd(t, kill)
  return {
    child,
    lines,
    kill,
    order: (name) => child.stdin.write(`${name}\n`),
    logged: (beginning) =>
      until(() => {
        const line = lines.find((candidate) => candidate.startsWith(beginning))
        if (!line && isOver()) throw new Error(`the member ended without saying ${beginning}`)
        return line
      }),
  }
}

/** A process that has ended and that its parent never collects, as `sleep` collects no one. Linux only. */
export async function makeZombie(t: TestContext): Promise<number> {
  const parent = spawn('sh', ['-c', 'exec 3<&0; cat <&3 & echo $!; exec sleep 60'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  t.after(() => parent.kill('SIGKILL'))
  const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string]
  await until(async () => (await readFile(`/proc/${parent.pid}/comm`, 'utf8')) === 'sleep\n')
  parent.stdin.end()
  const pid = Number(line)
  await until(async () => (await readFile(`/proc/${pid}/stat`, 'utf8')).includes(') Z '))
  return pid
}
