import { mkdirSync } from 'node:fs'
import { Socket } from 'node:net'
import koffi from 'koffi'
import type { Request, Response } from '../protocol/control.ts'
import { createFrameReader, encodeFrame } from '../protocol/frames.ts'
import type { Language } from '../protocol/messages.ts'
import { guardSpawner } from '../seal/seal.ts'
import { createSystem } from '../seal/system.ts'
import { findBubblewrap } from './bubblewrap.ts'
import { createCapacity } from './capacity.ts'
import { type Child, type ChildCommand, startChild } from './child-process.ts'
import { createCommands } from './commands.ts'
import { createCpuPriority } from './cpu-priority.ts'
import { type Engines, rulesFor } from './engines.ts'
import { createPool } from './pool.ts'
import { preparePrograms } from './programs.ts'
import { findOrBuildImage } from './python-image.ts'
import { createRequests } from './requests.ts'
import { removeOutdated, sharedFolder } from './stored-folders.ts'
import { createTenants } from './tenants.ts'

/** The command line arguments that the server passes to its supervisor. Its environment is empty. */
export type SupervisorSettings = {
  dataDir: string
  memoryBytes: number
  cancelGraceMs: number
  warm: Record<Language, number>
  /** Holds them ready from the start, and not only where a language is used. */
  warmsAtStart: boolean
  engines: Engines
  /** Whether bubblewrap is put around interpreters where it is installed. */
  hasBubblewrap: boolean
  allowUnsealed: boolean
  /** What all interpreters may take together. */
  capacityMegabytes: number
  parentPid: number
}

const nextBuildMs = 60_000

/**
 * The process between the server and the interpreters: starts them, binds each to one project, ends them at their
 * deadline. It knows no secret and reaches no network, and it ends with the server.
 */
const settings = JSON.parse(process.argv[2]!) as SupervisorSettings
const system = createSystem(koffi)
guardSpawner(system, settings.parentPid)
const isSealable = system.syscalls !== null
if (!isSealable && !settings.allowUnsealed) {
  process.stderr.write(`${process.platform} on ${process.arch} cannot seal a process`)
  process.exit(2)
}

// It ends with the server and not before: a signal to all processes of the service must not take the sessions away
// that the server is about to save.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => {})

const server = new Socket({ fd: 3, readable: true, writable: true })
const children = new Set<Child>()
const cpuPriority = createCpuPriority(children)
const capacity = createCapacity(settings.capacityMegabytes)
server.on('error', () => process.exit(0))
server.on('close', () => process.exit(0))
server.on('drain', () => {
  for (const child of children) child.resume()
})

/** When the server cannot keep up, the children wait: nothing is heaped up in between. */
function respond(response: Response, body: Buffer | null = null): void {
  let hasCapacity = true
  for (const part of encodeFrame(response, body)) hasCapacity = server.write(part)
  if (!hasCapacity) for (const child of children) child.pause()
}

function spawnChild(command: ChildCommand): Child {
  const child = startChild({ ...command, onScript: cpuPriority.look })
  children.add(child)
  capacity.add(child)
  child.onExit(() => {
    children.delete(child)
    capacity.remove(child)
    for (const { pool } of Object.values(pools)) pool.refill()
  })
  if (server.writableNeedDrain) child.pause()
  return child
}

mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
const programs = preparePrograms(settings.dataDir)
const { memoryBytes, cancelGraceMs, engines } = settings
const bubblewrap = settings.hasBubblewrap ? findBubblewrap() : null
const { syscalls } = system
const commands = createCommands({ programs, memoryBytes, cancelGraceMs, engines, syscalls, bubblewrap })
const poolsFor = (language: Language) => {
  const options = { size: settings.warm[language], isEager: settings.warmsAtStart }
  const pool = createPool(language, options, capacity)
  const tenants = createTenants(pool, rulesFor(engines, language))
  capacity.register(tenants.spares)
  return { pool, tenants }
}
const pools = { javascript: poolsFor('javascript'), python: poolsFor('python') }
const requests = createRequests(pools, respond)
const read = createFrameReader(({ header, body }) => requests.accept(header as Request, body))
server.on('data', (chunk: Buffer) => read(chunk))
pools.javascript.pool.start(() => spawnChild(commands.forLanguage('javascript', null)))
const needsImage = engines.python === 'pyodide'
if (!needsImage) pools.python.pool.start(() => spawnChild(commands.forLanguage('python', null)))
else {
  const shared = sharedFolder()
  const roots = shared === null ? [settings.dataDir] : [shared, settings.dataDir]
  // A machine that is busy with other things, or whose disk is full, may be able to in a while.
  const prepare = (): Promise<void> =>
    findOrBuildImage(roots, programs, commands).then(
      (image) => {
        removeOutdated(roots, [programs, image.folder])
        pools.python.pool.start(() => spawnChild(commands.forLanguage('python', image)))
      },
      (error: Error) => {
        pools.python.pool.fail(`the image of the interpreter could not be built: ${error.message}`)
        setTimeout(prepare, nextBuildMs)
      },
    )
  void prepare()
}
