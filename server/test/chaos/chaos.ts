import { readdir } from 'node:fs/promises'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import {
  apiKey,
  databasePid,
  freePort,
  makeInstallation,
  makeTemplate,
  type Server,
} from '../process/stoa.ts'
import { until } from '../until.ts'
import { createClient, type Fact, prepareLoad } from './load.ts'

const faults = ['server', 'database', 'blocked database', 'server and database'] as const

export type ChaosReport = {
  acknowledged: number
  failedRequests: number
  /** Acknowledged, and not there. */
  lost: string[]
  isLedgerClean: boolean
  ledger: string
  /** More open descriptors than right after the start of the same process. */
  descriptors: number
  /** Of the installation, after it was stopped. */
  leftProcesses: number[]
}

const writers = 5
const perRound = 15
const maxResumeMs = 30_000

/** Load over several areas, a fault in each round, and at the end a comparison of what was acknowledged with what is there. */
export async function playChaos(
  t: Pick<TestContext, 'after'>,
  rounds: number,
  say: (line: string) => void,
): Promise<ChaosReport> {
  const installation = await makeInstallation(t)
  await (await makeTemplate()).copyTo(installation.dataDir)
  const env = {
    STOA_DATA_DIR: installation.dataDir,
    PORT: String(await freePort()),
    STOA_API_KEY: apiKey,
    STOA_RATE_LIMIT: '1000000',
    STOA_PIECES: '0',
    LOG_LEVEL: 'fatal',
  }
  let server = await installation.start(env)
  const send = createClient(() => server.line.api)
  const operations = await prepareLoad(send)
  const facts: Fact[] = []
  let failedRequests = 0
  let isOver = false
  const load = Array.from({ length: writers }, async (_, writer) => {
    for (let i = 0; !isOver; i++) {
      const operation = operations[(writer + i) % operations.length]!
      const fact = await operation(`chaos-${writer}-${i}`).catch(() => undefined)
      if (fact) facts.push(fact)
      if (fact !== undefined) continue
      failedRequests++
      // As a client does that comes later.
      await pause(50)
    }
  })
  const progress = (what: string) => {
    const before = facts.length
    return until(() => facts.length >= before + perRound, what, 180_000)
  }
  await progress('the first writes')
  for (let round = 0; round < rounds; round++) {
    const fault = faults[round % faults.length]!
    server = await breakWith(fault, server, installation.dataDir, () => installation.start(env))
    await progress(`writes after ${fault}`)
    say(`round ${round + 1}: ${fault}, ${facts.length} acknowledged`)
  }
  isOver = true
  await Promise.all(load)
  return { ...(await compare(send, facts)), failedRequests, ...(await leftBy(server, installation, env)) }
}

async function breakWith(
  fault: (typeof faults)[number],
  server: Server,
  dataDir: string,
  start: () => Promise<Server>,
): Promise<Server> {
  const database = (await until(() => databasePid(dataDir), 'the database'))!
  if (fault === 'blocked database') {
    process.kill(database, 'SIGSTOP')
    // No request ends before it continues, so there is no condition to wait for.
    await pause(500)
    process.kill(database, 'SIGCONT')
    return server
  }
  if (fault !== 'server') process.kill(database, 'SIGKILL')
  if (fault === 'database') return server
  await server.stop('SIGKILL')
  return start()
}

type Send = ReturnType<typeof createClient>

async function compare(send: Send, facts: readonly Fact[]) {
  const lost: string[] = []
  for (const { path, contains } of facts) {
    let found = { status: 0, text: '' }
    // Executions whose node was killed are finished by the next one: the others are there the first time.
    const isThere = async () => {
      found = await send('GET', path)
      return found.status === 200 && found.text.includes(contains)
    }
    await until(isThere, path, maxResumeMs).catch(() =>
      lost.push(`${path}: ${found.status} without ${contains}`),
    )
  }
  const { text } = await send('GET', '/usage/reconcile')
  const { isClean } = (JSON.parse(text) as { data: { isClean: boolean } }).data
  return { acknowledged: facts.length, lost, isLedgerClean: isClean, ledger: text }
}

const descriptorsOf = async (pid: number): Promise<number> => (await readdir(`/proc/${pid}/fd`)).length

async function leftBy(
  server: Server,
  { dataDir, start }: Awaited<ReturnType<typeof makeInstallation>>,
  env: Record<string, string>,
) {
  const afterLoad = await descriptorsOf(server.pid)
  const database = await databasePid(dataDir)
  await server.stop()
  const leftProcesses = [server.pid, ...(database === null ? [] : [database])].filter(isAlive)
  const fresh = await start(env)
  const descriptors = afterLoad - (await descriptorsOf(fresh.pid))
  await fresh.stop()
  return { descriptors, leftProcesses }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
