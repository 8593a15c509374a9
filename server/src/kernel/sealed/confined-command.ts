import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { locatePackage } from '../sandbox/supervisor/packages.ts'
import { preparePrograms } from '../sandbox/supervisor/programs.ts'
import type { ConfinedLaunch } from './child/launch-confined.ts'
import { isSealable } from './command.ts'

/** A program of others, named by the operator. */
export type ConfinedProgram = {
  command: string
  args: readonly string[]
  /** What it may read beside the libraries of the system. */
  readable: readonly string[]
  dataBytes: number
}

/** Where systems have programs and libraries; nothing in there is a secret. */
const systemFolders = [
  '/usr',
  '/lib',
  '/lib64',
  '/bin',
  '/etc/ld.so.cache',
  '/etc/alternatives',
  '/etc/localtime',
  '/etc/ssl/openssl.cnf',
  '/etc/pki/tls/openssl.cnf',
]

/** The command line of a process that confines itself and becomes the program, with its own environment. */
export function confinedCommand(
  dataDir: string,
  { readable, dataBytes, ...program }: ConfinedProgram,
): { command: string; args: string[] } {
  const folder = join(dataDir, 'confined')
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const programs = preparePrograms(folder, {
    root: join(import.meta.dirname, '../..'),
    folders: ['kernel/sandbox/seal', 'kernel/sealed/child'],
  })
  const confine = isSealable()
    ? {
        koffi: locatePackage('koffi').entry,
        parentPid: process.pid,
        readable: [...systemFolders, dirname(program.command), ...readable],
        dataBytes,
      }
    : null
  const launch: ConfinedLaunch = { ...program, confine }
  const main = join(programs, 'kernel/sealed/child/launch-confined.mjs')
  return { command: process.execPath, args: ['--no-warnings', main, JSON.stringify(launch)] }
}
