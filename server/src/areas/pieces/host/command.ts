import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findSyscalls } from '../../../kernel/sandbox/seal/syscalls.ts'
import { locatePackage } from '../../../kernel/sandbox/supervisor/packages.ts'
import { preparePrograms } from '../../../kernel/sandbox/supervisor/programs.ts'
import type { LaunchSettings } from '../child/launch.ts'
import type { PieceProcessSettings } from '../child/main.ts'
import type { PieceProcessCommand } from './piece-process.ts'

const mebibyte = 1024 * 1024

/** The largest bundles need some 80 MB to be compiled; the rest is for what they fetch. */
const heapMegabytes = 192
const extraBytes = 448 * mebibyte

export const isSealable = (): boolean => findSyscalls(process.platform, process.arch) !== null

/** The command line of a process for pieces. Before it is sealed it may read its own programs, and nothing else. */
export function pieceProcessCommand(dataDir: string): PieceProcessCommand {
  const folder = join(dataDir, 'pieces')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const programs = preparePrograms(folder, {
    root: join(import.meta.dirname, '../../..'),
    folders: ['kernel/sandbox/seal', 'kernel/sandbox/protocol', 'areas/pieces/{child,protocol}'],
  })
  const program = (name: string) => join(programs, `areas/pieces/child/${name}.mjs`)
  const flags = [
    '--permission',
    `--allow-fs-read=${programs}`,
    '--no-warnings',
    '--disable-sigusr1',
    '--v8-pool-size=1',
    `--max-old-space-size=${heapMegabytes}`,
  ]
  const settingsOf = (settings: PieceProcessSettings) => JSON.stringify(settings)
  if (!isSealable()) {
    const args = [...flags, program('main'), settingsOf({ seal: null })]
    return { command: process.execPath, args, mustBeSealed: false }
  }
  const koffi = locatePackage('koffi')
  const readable = [koffi.folder, join(dirname(koffi.folder), '@koromix'), '/proc/self/status']
  const seal = { extraBytes, parentPid: process.pid, koffi: koffi.entry }
  const launch: LaunchSettings = {
    koffi: koffi.entry,
    parentPid: process.pid,
    args: [
      ...flags,
      '--allow-addons',
      ...readable.map((path) => `--allow-fs-read=${path}`),
      program('main'),
      settingsOf({ seal }),
    ],
  }
  return {
    command: process.execPath,
    args: ['--no-warnings', program('launch'), JSON.stringify(launch)],
    mustBeSealed: true,
  }
}
