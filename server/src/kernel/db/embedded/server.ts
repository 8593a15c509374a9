import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { prepareBinaries } from './binaries/binaries.ts'
import { hasCluster, makeCluster, sweepUnfinished } from './cluster.ts'
import { explainOutput, explainSpawnFailure } from './failures.ts'
import { openLog, readLogFrom, trimLog } from './log-file.ts'
import { type Account, chooseAccount } from './machine/account.ts'
import { openSocketDir } from './machine/directories.ts'
import { type EmbeddedPaths, isSocketInside, socketPort } from './machine/paths.ts'
import { dataArgument, programEnv } from './machine/program.ts'
import { clearStaleClaims, readPostmasterFile } from './postmaster.ts'

export type ServerSource = {
  paths: EmbeddedPaths
  /** The directory with PostgreSQL's `bin`, `lib` and `share`; found late, as only the starter needs it. */
  locate(): string
  /** Where root has a copy of the binaries that other users can reach. */
  sharedCopyDir: string
  /** Override what is fixed: for the throwaway server of a test run, never for an installation. */
  throwawaySettings?: Readonly<Record<string, string>>
  /** Called whenever a program of PostgreSQL was started: until it is done, this process has nothing to do. */
  onSpawn?: (() => void) | undefined
}

export type StartOptions = {
  /**
   * Without it, missing files are a failure: an installation that had a database must not continue with an empty one.
   */
  mayCreate: boolean
  signal: AbortSignal
}

type StartOutcome = {
  /** `busy` when processes of a server that died have not all ended: trying again soon will work. */
  state: 'ready' | 'busy'
  /** Its files were made for this start. */
  isNew: boolean
}

/** Starts the server and waits until it takes connections. Only for the holder of the lock, when no server runs. */
export async function startServer(
  source: ServerSource,
  { mayCreate, signal }: StartOptions,
): Promise<StartOutcome> {
  const { paths } = source
  const account = await chooseAccount(paths.cluster)
  const native = await prepareBinaries({
    source: source.locate(),
    account,
    copyDir: account ? source.sharedCopyDir : paths.binaries,
  })
  await sweepUnfinished(paths)
  const isNew = !(await hasCluster(paths.cluster))
  if (isNew) {
    if (!mayCreate) throw new Error(`the files of the embedded PostgreSQL are missing: ${paths.cluster}`)
    await makeCluster(paths, { native, account, onSpawn: source.onSpawn })
  }
  await openSocketDir(paths, account)
  await clearStaleClaims(paths)
  await trimLog(paths.logFile)
  const { child, logStart } = await launch(source, join(native, 'bin', 'postgres'), account)
  return { state: await awaitReady(child, paths, logStart, signal), isNew }
}

/** What must hold whatever the configuration file says. */
function fixedSettings({ paths, throwawaySettings }: ServerSource): string[] {
  const settings = {
    port: String(socketPort),
    listen_addresses: '',
    // Relative to the data directory: the path to it may be closed to the server's account.
    unix_socket_directories: isSocketInside(paths) ? '../socket' : paths.socketDir,
    unix_socket_permissions: '0700',
    fsync: 'on',
    full_page_writes: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_destination: 'stderr',
    // Errors go to the caller that sent the statement; in this file they would only copy the users' data.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...throwawaySettings,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function launch(source: ServerSource, file: string, account: Account | null) {
  const { paths } = source
  const log = await openLog(paths.logFile)
  try {
    const logStart = (await log.stat()).size
    const child = spawn(file, ['-D', dataArgument(paths.cluster, account), ...fixedSettings(source)], {
      cwd: paths.cluster,
      env: programEnv,
      stdio: ['ignore', log.fd, log.fd],
      // In its own process group it survives Ctrl+C, so that this process can finish its work before.
      detached: true,
      ...account,
    })
    child.unref()
    await once(child, 'spawn')
    source.onSpawn?.()
    return { child, logStart }
  } catch (error) {
    throw explainSpawnFailure(error, file)
  } finally {
    await log.close()
  }
}

const isLeftover = (output: string): boolean =>
  /pre-existing shared memory block|lock file "[^"]*" already exists/.test(output)

async function awaitReady(
  child: ChildProcess,
  paths: EmbeddedPaths,
  logStart: number,
  signal: AbortSignal,
): Promise<StartOutcome['state']> {
  for (;;) {
    signal.throwIfAborted()
    const hasExited = child.exitCode !== null || child.signalCode !== null
    const file = await readPostmasterFile(paths)
    if (file?.pid === child.pid && file?.isReady) return 'ready'
    if (hasExited) break
    await pause(10)
  }
  const output = await readLogFrom(paths.logFile, logStart)
  if (isLeftover(output)) return 'busy'
  throw explainOutput(output, 'start', `Read ${paths.logFile}.`)
}
