import { setPriority } from 'node:os'
import { type ConfineOptions, confineProcess } from '../../sandbox/seal/confine.ts'
import { createSystem } from '../../sandbox/seal/system.ts'

/** The command line arguments of the launcher. */
export type ConfinedLaunch = {
  /** Null where the platform cannot confine and the operator accepted that. */
  confine: (ConfineOptions & { koffi: string }) | null
  command: string
  args: readonly string[]
}

const lowPriority = 10

/** Gives up everything that the program does not need, and becomes it: the process, and its pipes, stay the same. */
const { confine, command, args } = JSON.parse(process.argv[2]!) as ConfinedLaunch
setPriority(lowPriority)
if (confine) {
  const { koffi, ...options } = confine
  const { default: library } = (await import(koffi)) as typeof import('koffi')
  confineProcess(createSystem(library), options)
}
process.execve!(command, [command, ...args])
