import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { type Client, SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import { AppError } from '../../../../kernel/errors.ts'
import { createFairSemaphore } from '../../../../kernel/limits/fair-semaphore.ts'
import { type ConfinedProgram, confinedCommand } from '../../../../kernel/sealed/confined-command.ts'
import { createWarmProcesses, type Warm } from '../../../../kernel/sealed/warm-processes.ts'
import { createMcpClient } from '../mcp-client.ts'
import { createLineTransport } from './line-transport.ts'

/** A program that the operator has listed, by its name. */
export type StdioProgram = Omit<ConfinedProgram, 'dataBytes'> & {
  name: string
  description: string
  /** Nothing of the server's own environment is passed on. */
  env: Readonly<Record<string, string>>
}

export type StdioOptions = {
  programs: readonly StdioProgram[]
  dataDir: string
  version: string
  /** False where processes cannot be confined and the operator did not accept that. */
  mayRun: boolean
  processes?: number
  idleMs?: number
}

/** Whom a process serves, until it exits. */
export type StdioOwner = { projectId: string; userId: string }

type StdioProcess = {
  client: Client
  transport: ReturnType<typeof createLineTransport>
  kill(): void
  hasExited(): boolean
  onExit(listener: () => void): void
  errorOutput(): string
}

export const stdioScheme = 'stdio:'
const usesPerProcess = 200
const dataBytes = 2 * 1024 * 1024 * 1024
const maxErrorOutput = 500

/**
 * MCP servers as processes. One serves a single end user of a single project, stays alive for the next call, and ends when it
 * was idle, when it was used often, when its slot is needed, or when it fails. The next call starts another.
 */
export function createStdioServers(options: StdioOptions) {
  const { dataDir, version, mayRun, processes = 8, idleMs = 60_000 } = options
  const programs = new Map(options.programs.map((program) => [program.name, program]))
  const semaphore = createFairSemaphore({
    maxConcurrent: Math.max(1, processes - 1),
    maxConcurrentPerProject: Math.max(1, Math.floor(processes / 2)),
    waitingPerProject: 100,
    maxWaitMs: 30_000,
  })
  const warm = createWarmProcesses<StdioProcess, StdioProgram>({
    start,
    max: processes,
    usesPerProcess,
    idleMs,
  })

  /** Programs of earlier revisions, some of which exit at a request that they do not know: they are opened as in 2025. */
  const earlier = new Set<string>()

  function start(program: StdioProgram): StdioProcess {
    const { command, args } = confinedCommand(dataDir, { ...programPart(program), dataBytes })
    const child = spawn(command, args, { env: { ...program.env }, cwd: '/', stdio: 'pipe' })
    const mode = earlier.has(program.name) ? 'legacy' : 'auto'
    return { ...watched(child), client: createMcpClient(version, mode) }
  }

  function programOf(url: string): StdioProgram {
    const program = programs.get(url.slice(stdioScheme.length))
    if (!program) throw notListed(url)
    if (!mayRun)
      throw new AppError('sandbox_unavailable', 'This platform cannot confine the process of an MCP server')
    return program
  }

  async function open(
    program: StdioProgram,
    key: string,
    timeout: number,
    signal: AbortSignal,
  ): Promise<Warm<StdioProcess>> {
    if (warm.isClosed()) throw new AppError('sandbox_unavailable', 'The server is stopping')
    const process = warm.start(program)
    try {
      await process.client.connect(process.transport, { timeout, signal })
    } catch (error) {
      process.kill()
      const isUnknown = error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed
      if (!isUnknown || process.transport.failure() || earlier.has(program.name))
        throw failureOf(program, process, error)
      earlier.add(program.name)
      return open(program, key, timeout, signal)
    }
    if (process.client.getProtocolEra() === 'legacy') earlier.add(program.name)
    return { process, key, uses: 0, timer: null }
  }

  async function exchange<Result>(
    { projectId, userId }: StdioOwner,
    program: StdioProgram,
    timeoutMs: number,
    signal: AbortSignal,
    work: (client: Client, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const key = `${projectId} ${userId} ${program.name}`
    const used = warm.take(key) ?? (await open(program, key, timeoutMs, signal))
    used.process.transport.beginExchange()
    try {
      const result = await work(used.process.client, signal)
      warm.giveBack(used)
      return result
    } catch (error) {
      // It may still work on what was cancelled.
      warm.retire(used)
      throw failureOf(program, used.process, error)
    }
  }

  return {
    /** What the operator has listed. */
    list: () => [...programs.values()].map(({ name, description }) => ({ name, description })),
    /** Throws where the operator has not listed it. */
    check: (url: string): void => void programOf(url),
    /** A failure ends the process: what it still says belongs to no one. */
    within: <Result>(
      owner: StdioOwner,
      url: string,
      { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
      work: (client: Client, signal: AbortSignal) => Promise<Result>,
    ): Promise<Result> => {
      const program = programOf(url)
      return semaphore.take(owner.projectId, async () => {
        signal?.throwIfAborted()
        const deadline = AbortSignal.timeout(Math.ceil(timeoutMs))
        const stopped = AbortSignal.any([deadline, ...(signal ? [signal] : [])])
        try {
          return await exchange(owner, program, timeoutMs, stopped, work)
        } catch (error) {
          throw deadline.aborted ? tooSlow(program) : error
        }
      })
    },
    close: () => warm.close(),
  }
}

export type StdioServers = ReturnType<typeof createStdioServers>

const programPart = ({ command, args, readable }: StdioProgram) => ({ command, args, readable })

/** Its errors go to no log of ours: the end of them explains a failure. */
function watched(child: ChildProcessWithoutNullStreams): Omit<StdioProcess, 'client'> {
  let errorOutput = ''
  let hasExited = false
  const listeners: (() => void)[] = []
  child.stderr.on('data', (chunk: Buffer) => {
    errorOutput = (errorOutput + chunk.toString('utf8', 0, maxErrorOutput)).slice(-maxErrorOutput)
  })
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => undefined)
  const exit = () => {
    if (hasExited) return
    hasExited = true
    for (const listener of listeners) listener()
  }
  child.once('error', exit)
  child.once('close', exit)
  return {
    transport: createLineTransport(child),
    kill: () => void child.kill('SIGKILL'),
    hasExited: () => hasExited || child.exitCode !== null || child.signalCode !== null || child.killed,
    onExit: (listener) => void listeners.push(listener),
    errorOutput: () => errorOutput.trim(),
  }
}

function failureOf({ name }: StdioProgram, process: StdioProcess, error: unknown): unknown {
  if (error instanceof AppError) return error
  const failure = process.transport.failure()
  if (failure) return failure
  if (!process.hasExited()) return error
  const errors = process.errorOutput()
  return new AppError('upstream_error', `The MCP server ${name} has exited${errors ? `: ${errors}` : ''}`, {
    hint: 'Ask the operator to check its command.',
    cause: error,
  })
}

const tooSlow = ({ name }: StdioProgram) =>
  new AppError('upstream_timeout', `The MCP server ${name} did not respond in time`)

const notListed = (url: string) =>
  new AppError('address_not_allowed', `There is no stdio server ${url.slice(stdioScheme.length, 100)}`, {
    hint: 'Operators list the commands that may be run in the file of STOA_MCP_STDIO.',
  })
