import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Where the system shows control groups (version 2), and in which of them a process is. */
export type ControlGroupFiles = { mount: string; membership: string }

const ofSystem: ControlGroupFiles = { mount: '/sys/fs/cgroup', membership: '/proc/self/cgroup' }

/** The group below which browsers get theirs, or why there is none. */
export type FoundControlGroup = { kind: 'delegated'; folder: string } | { kind: 'missing'; reason: string }

export type ControlGroup = {
  /** Processes that are there already; those that they start later follow by themselves. */
  add(pids: readonly number[]): void
  /** Once its processes have ended. */
  remove(): Promise<void>
}

const controllers = ['cpu', 'memory', 'pids']
const periodUs = 100_000
// A page cannot take the whole machine, and a machine with one processor must still show it.
const maxShareOfProcessors = 0.5
// Above what the session itself is ended for, which says why: a page that is faster than that is ended by the kernel.
const maxMemoryBytes = 2 * 1024 ** 3
const maxProcesses = 1_000
const removeTries = 20
const removeEveryMs = 100

/** How much processor time a browser may take, in processors. */
export const processorLimit = (processors: number = availableParallelism()): number =>
  Math.max(1, processors * maxShareOfProcessors)

/** For those who look after the machine. */
export function describeProcessorLimit(found: FoundControlGroup = findControlGroup()): string {
  if (found.kind === 'delegated') return `each takes ${processorLimit()} processors at most`
  return `nothing limits its processor time but a lower priority (${found.reason}; deploy/stoa.service has what it takes)`
}

const missing = (reason: string): FoundControlGroup => ({ kind: 'missing', reason })
const wordsIn = (path: string): string[] => readFileSync(path, 'utf8').split(/\s+/).filter(Boolean)

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Looks for a group that was delegated to us. A group with limits for those below it has no processes, so the server
 * must be in a subgroup of it: `Delegate=` and `DelegateSubgroup=` of systemd do both.
 */
export function findControlGroup({ mount, membership }: ControlGroupFiles = ofSystem): FoundControlGroup {
  if (!existsSync(join(mount, 'cgroup.controllers'))) return missing('the system has no cgroup v2')
  const own = /^0::(\/.*)$/m.exec(readFileSync(membership, 'utf8'))?.[1]
  if (own === undefined || own === '/' || own.includes('..'))
    return missing('the server is in no subgroup of a delegated cgroup')
  const folder = join(mount, dirname(own))
  try {
    const written = [folder, join(folder, 'cgroup.procs'), join(folder, 'cgroup.subtree_control')]
    if (!written.every(mayWrite)) return missing('the cgroup of the server is not delegated to it')
    if (!wordsIn(join(folder, 'cgroup.controllers')).includes('cpu'))
      return missing('the delegated cgroup has no cpu controller')
    if (wordsIn(join(folder, 'cgroup.procs')).length > 0)
      return missing('the delegated cgroup has processes itself')
  } catch (error) {
    return missing(`the cgroup of the server cannot be read: ${(error as Error).message}`)
  }
  return { kind: 'delegated', folder }
}

function enable(folder: string): string[] {
  const available = controllers.filter((name) => wordsIn(join(folder, 'cgroup.controllers')).includes(name))
  const enabled = wordsIn(join(folder, 'cgroup.subtree_control'))
  for (const name of available)
    if (!enabled.includes(name)) writeFileSync(join(folder, 'cgroup.subtree_control'), `+${name}`)
  return available
}

/** A group for one browser with all of its processes. */
export function createControlGroup(
  folder: string,
  name: string,
  processors: number = processorLimit(),
): ControlGroup {
  const available = enable(folder)
  const own = join(folder, name)
  // A server that was killed leaves it, and process ids come again.
  mkdirSync(own, { recursive: true })
  const limits = {
    cpu: ['cpu.max', `${Math.round(processors * periodUs)} ${periodUs}`],
    memory: ['memory.max', String(maxMemoryBytes)],
    pids: ['pids.max', String(maxProcesses)],
  } as const
  for (const [controller, [file, value]] of Object.entries(limits))
    if (available.includes(controller)) writeFileSync(join(own, file), value)
  return {
    add(pids) {
      for (const pid of pids)
        try {
          writeFileSync(join(own, 'cgroup.procs'), String(pid))
        } catch {
          // It has ended already.
        }
    },
    async remove() {
      // It cannot be removed before the kernel has forgotten the last of its processes.
      for (let tries = 0; tries < removeTries; tries++)
        try {
          return rmdirSync(own)
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EBUSY') return
          await pause(removeEveryMs)
        }
    },
  }
}
