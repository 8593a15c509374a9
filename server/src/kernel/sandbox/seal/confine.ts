import { closeSync, constants, openSync, statSync } from 'node:fs'
import { confiningFilter } from './filter.ts'
import { dropRights, guardSpawner, install, limitResource, resource } from './seal.ts'
import type { System } from './system.ts'

/** A program of others, which reads its own files and talks through its pipes, and can do nothing else. */
export type ConfineOptions = {
  parentPid: number
  /** Folders and files that it may read and execute. */
  readable: readonly string[]
  /** Of private memory; engines that reserve more than they use are not hindered. */
  dataBytes: number
}

// Rights of the kernel's Landlock, by bits; a kernel refuses those that it does not know.
const executeFile = 1
const writeFile = 1 << 1
const readFile = 1 << 2
const readFolder = 1 << 3
const rightsOfVersion = [0, 13, 14, 15, 15, 16] as const
const allRights = (version: number) => (1 << rightsOfVersion[Math.min(version, 5)]!) - 1
const networkSince = 4
const allTcp = 0b11
const scopesSince = 6
const abstractSocketsAndSignals = 0b11
const askVersion = 1
const pathRule = 1
const pathOnly = 0o10000000

const openFiles = 256
/** What every program opens, whatever it does. */
const devices = ['/dev/null', '/dev/zero', '/dev/urandom', '/dev/random']

/** The version of Landlock that the kernel has; 0 where it has none. */
export const landlockVersion = (system: System): number =>
  system.syscalls === null ? 0 : Math.max(0, system.call('landlock_create_ruleset', 0, 0, askVersion))

/**
 * Confines what this process executes next: no other files, no writing, no sockets, no further processes, a bounded
 * memory, dead as soon as its parent is. Needs no rights and no namespaces. Throws where anything of it cannot be had.
 */
export function confineProcess(system: System, options: ConfineOptions): void {
  const { syscalls } = system
  if (syscalls === null) throw new Error(`${process.platform} on ${process.arch} cannot be confined`)
  dropRights()
  guardSpawner(system, options.parentPid)
  limitResource(system, resource.core, 0)
  limitResource(system, resource.fileSize, 0)
  limitResource(system, resource.lockedMemory, 0)
  limitResource(system, resource.messageQueues, 0)
  limitResource(system, resource.data, options.dataBytes)
  limitResource(system, resource.openFiles, openFiles)
  restrictFiles(system, options.readable)
  install(system, confiningFilter(syscalls, process.pid), 0)
}

function restrictFiles(system: System, readable: readonly string[]): void {
  const version = landlockVersion(system)
  if (version === 0) throw new Error('this kernel has no Landlock')
  const attributes = Buffer.alloc(24)
  attributes.writeBigUInt64LE(BigInt(allRights(version)), 0)
  if (version >= networkSince) attributes.writeBigUInt64LE(BigInt(allTcp), 8)
  if (version >= scopesSince) attributes.writeBigUInt64LE(BigInt(abstractSocketsAndSignals), 16)
  const size = version >= scopesSince ? 24 : version >= networkSince ? 16 : 8
  const ruleset = must(system.call('landlock_create_ruleset', attributes, size, 0), 'a ruleset')
  const reading = executeFile | readFile | readFolder
  for (const path of readable) allow(system, ruleset, path, reading)
  for (const path of devices) allow(system, ruleset, path, readFile | writeFile)
  must(system.call('landlock_restrict_self', ruleset, 0), 'the restriction of files')
  closeSync(ruleset)
}

function allow(system: System, ruleset: number, path: string, rights: number): void {
  const fd = openIfThere(path)
  if (fd === null) return
  const ofFiles = executeFile | readFile | writeFile
  const rule = Buffer.alloc(12)
  rule.writeBigUInt64LE(BigInt(statSync(path).isDirectory() ? rights : rights & ofFiles), 0)
  rule.writeInt32LE(fd, 8)
  must(system.call('landlock_add_rule', ruleset, pathRule, rule, 0), `a rule for ${path}`)
  closeSync(fd)
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, constants.O_RDONLY | pathOnly)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function must(result: number, what: string): number {
  if (result < 0) throw new Error(`${what} was refused with errno ${-result}`)
  return result
}
