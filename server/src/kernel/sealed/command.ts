import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findSyscalls } from '../sandbox/seal/syscalls.ts'
import { locatePackage } from '../sandbox/supervisor/packages.ts'
import { preparePrograms } from '../sandbox/supervisor/programs.ts'
import type { SealSettings } from './child/enter.ts'
import type { LaunchSettings } from './child/launch.ts'

export type SealedCommand = { command: string; args: readonly string[]; mustBeSealed: boolean }

export type SealedProgram = {
  /** Of its folder in the data directory. */
  name: string
  dataDir: string
  /** Below `src`, beside those that every sealed process needs. */
  folders: readonly string[]
  /** The program, without suffix; its argument is `{ seal, ...settings }` in JSON. */
  main: string
  settings?: object
  heapMegabytes: number
  /** What it may map beyond what is mapped when it is sealed. */
  extraBytes: number
  /** What it may read before it is sealed, beside its own programs. */
  readable?: readonly string[]
}

export const isSealable = (): boolean => findSyscalls(process.platform, process.arch) !== null

/** The command line of a process that seals itself. Before that it may read its own programs, and nothing else. */
export function sealedCommand(program: SealedProgram): SealedCommand {
  const folder = join(program.dataDir, program.name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const programs = preparePrograms(folder, {
    root: join(import.meta.dirname, '../..'),
    folders: ['kernel/sandbox/seal', 'kernel/sandbox/protocol', 'kernel/sealed/child', ...program.folders],
  })
  const flags = [
    '--permission',
    ...[programs, ...(program.readable ?? [])].map((path) => `--allow-fs-read=${path}`),
    '--no-warnings',
    '--disable-sigusr1',
    '--v8-pool-size=1',
    `--max-old-space-size=${program.heapMegabytes}`,
  ]
  const main = join(programs, `${program.main}.mjs`)
  const settingsOf = (seal: SealSettings) => JSON.stringify({ ...program.settings, seal })
  if (!isSealable())
    return { command: process.execPath, args: [...flags, main, settingsOf(null)], mustBeSealed: false }
  const koffi = locatePackage('koffi')
  const readable = [koffi.folder, join(dirname(koffi.folder), '@koromix'), '/proc/self/status']
  const seal = { extraBytes: program.extraBytes, parentPid: process.pid, koffi: koffi.entry }
  const launch: LaunchSettings = {
    koffi: koffi.entry,
    parentPid: process.pid,
    args: [
      ...flags,
      '--allow-addons',
      ...readable.map((path) => `--allow-fs-read=${path}`),
      main,
      settingsOf(seal),
    ],
  }
  return {
    command: process.execPath,
    args: ['--no-warnings', join(programs, 'kernel/sealed/child/launch.mjs'), JSON.stringify(launch)],
    mustBeSealed: true,
  }
}
