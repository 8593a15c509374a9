import { createFairSemaphore } from '../limits/fair-semaphore.ts'
import type { Log } from '../log.ts'
import type { DriverState, Job, SandboxDriver, SandboxResult } from './driver.ts'
import { createLocalDriver } from './local-driver.ts'
import type { Language } from './protocol/messages.ts'
import { createSession, type SandboxSession, type SessionOptions } from './session.ts'
import { type Engines, traitsOf } from './supervisor/engines.ts'
import { createSupervisorLink } from './supervisor-link.ts'

export type SandboxOptions = {
  /** The directory for programs and images; it never contains project data. */
  dataDir: string
  log: Log
  /** Run also where the platform cannot close a process; for development on other systems only. */
  allowUnsealed?: boolean
  /** Processes that wait for work, for each language. Zero starts them on demand. */
  warm?: Partial<Record<Language, number>>
  /** Holds them ready from the start, and not only where a language is used. */
  warmsAtStart?: boolean
  /** What a script may use beyond what its engine needs. */
  memoryBytes?: number
  /** How long after its deadline, or after it was cancelled, a script is killed that does not stop by itself. */
  graceMs?: number
  /** What all interpreters may take together; more sessions than fit are refused until others are closed. */
  capacityMegabytes?: number
  /** How many scripts run concurrently, in total and for one project. */
  maxConcurrent?: number
  maxConcurrentPerProject?: number
  waitingPerProject?: number
  /** What runs each language on this machine; those that come with the product by default. */
  engines?: Partial<Engines>
  /** Whether bubblewrap is put around interpreters where it is installed; it is by default. */
  hasBubblewrap?: boolean
  /** Ways to run a language elsewhere; each takes the place of the local one. */
  drivers?: readonly SandboxDriver[]
}

/**
 * Runs code that no one trusts. A script runs in an interpreter compiled to WebAssembly, in a process that has closed
 * itself to everything but two pipes before it read the first word of it: no files, no network, no processes, bounded
 * memory and time. A process serves one project from its first script until it exits.
 *
 * `run` is one script in its own interpreter. `open` is a session, whose interpreters and files live on between
 * scripts; `session.save()` gives its whole state as bytes, from which it resumes in any process, on any node. A script
 * that does not stop by itself at its deadline is killed with its interpreter, and the session goes back to its last
 * save; the ending then says `stateLost`.
 *
 * The result of a script is what it returns, else what `main(state)` gives if it defines that, else its last
 * expression, else `result`. What it prints is passed on while it runs, and the last 64 KiB of each stream at the end.
 * The host calls it may make (`fetch` and others) are those in `calls`; without any the sandbox has no way out
 * at all.
 *
 * It throws only what the caller can fix: `sandbox_busy`, `sandbox_unavailable`, `session_busy`, `workspace_full`, a
 * bad path. Whatever a script does wrong is an ending, not an error. Where the platform cannot seal a process, nothing
 * runs unless `allowUnsealed` says so.
 */
export type Sandboxes = {
  run(projectId: string, language: Language, job: Job): Promise<SandboxResult>
  open(options: SessionOptions): SandboxSession
  capabilities(): Promise<Capability[]>
  health(): Promise<Health>
  /** Ends every process; scripts that run end as killed. */
  close(): Promise<void>
}

export type Capability = {
  language: Language
  driver: string
  isolation: SandboxDriver['isolation']
  isDurable: boolean
  hasPackages: boolean
} & Pick<DriverState, 'isLive' | 'isSealed' | 'engine'>

export type Health = {
  isHealthy: boolean
  running: number
  waiting: number
  languages: Record<Language, DriverState>
}

const languages: readonly Language[] = ['javascript', 'python']
const mebibyte = 1024 * 1024

// With what it takes to kill a process, a script is over at most half a second after its limit.
export const defaultGraceMs = 400

export function createSandboxes(options: SandboxOptions): Sandboxes {
  const {
    dataDir,
    log,
    allowUnsealed = false,
    memoryBytes = 128 * mebibyte,
    graceMs = defaultGraceMs,
    capacityMegabytes = 4096,
    drivers: others = [],
  } = options
  const warm = { javascript: 2, python: 2, ...options.warm }
  const engines: Engines = { javascript: 'quickjs', python: 'pyodide', ...options.engines }
  const { hasBubblewrap = true } = options
  const link = createSupervisorLink({
    settings: {
      dataDir,
      memoryBytes,
      warm,
      warmsAtStart: options.warmsAtStart ?? false,
      allowUnsealed,
      engines,
      hasBubblewrap,
      capacityMegabytes,
      cancelGraceMs: graceMs,
    },
    log,
  })
  const drivers = new Map<Language, SandboxDriver>(
    languages.map((language) => [
      language,
      others.find((driver) => driver.language === language) ??
        createLocalDriver({ link, graceMs }, language, traitsOf(engines, language)),
    ]),
  )
  const semaphore = createFairSemaphore({
    maxConcurrent: options.maxConcurrent ?? 32,
    maxConcurrentPerProject: options.maxConcurrentPerProject ?? 8,
    waitingPerProject: options.waitingPerProject ?? 100,
    maxWaitMs: 30_000,
  })
  const fair = new Map([...drivers].map(([language, driver]) => [language, throttled(driver, semaphore)]))

  return {
    run: (projectId, language, job) => fair.get(language)!.run(projectId, job),
    open: (session) => createSession({ drivers: fair, options: session }),
    capabilities: () =>
      Promise.all(
        [...drivers].map(async ([language, driver]) => {
          const { isLive, isSealed, engine } = await driver.state({ isProbe: true })
          const { name, isolation, isDurable, hasPackages } = driver
          return { language, driver: name, isolation, isDurable, hasPackages, isLive, isSealed, engine }
        }),
      ),
    async health() {
      const [javascript, python] = await Promise.all(
        languages.map((language) => drivers.get(language)!.state()),
      )
      const states = { javascript: javascript!, python: python! }
      const isHealthy = Object.values(states).every(({ isLive }) => isLive)
      return { isHealthy, running: semaphore.running(), waiting: semaphore.waiting(), languages: states }
    },
    close: () => link.close(),
  }
}

/** Starting an interpreter and running a script need a turn; looking at files does not. */
function throttled(driver: SandboxDriver, semaphore: ReturnType<typeof createFairSemaphore>): SandboxDriver {
  return {
    ...driver,
    run: (projectId, job) => semaphore.take(projectId, () => driver.run(projectId, job)),
    async open(projectId, saved) {
      const interpreter = await semaphore.take(projectId, () => driver.open(projectId, saved))
      return { ...interpreter, execute: (job) => semaphore.take(projectId, () => interpreter.execute(job)) }
    },
  }
}
