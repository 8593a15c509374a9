import { guardSpawner } from '../../sandbox/seal/seal.ts'
import { createSystem } from '../../sandbox/seal/system.ts'

/** The command line arguments of the first program of a process. */
export type LaunchSettings = { koffi: string; parentPid: number; args: readonly string[] }

/**
 * The first life of a process. Node's event loop makes a ring of requests to the kernel when it starts, and what is
 * requested through a ring bypasses every filter; so rings are forbidden here, and Node is started once more in the same
 * process, where it does without.
 */
const { koffi, parentPid, args } = JSON.parse(process.argv[2]!) as LaunchSettings
const { default: library } = (await import(koffi)) as typeof import('koffi')
guardSpawner(createSystem(library), parentPid)
process.execve!(process.execPath, [process.execPath, ...args], { TZ: 'UTC' })
