import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import koffi from 'koffi'
import { guardSpawner } from '../../../src/kernel/sandbox/seal/seal.ts'
import { createSystem } from '../../../src/kernel/sandbox/seal/system.ts'
import { allProbes, type Finding } from './probes.ts'

export type ProbeRequest = {
  canary: { file: string; folder: string; port: number }
  isSealed: boolean
  /** Null tries all of them. */
  only: readonly string[] | null
}

/**
 * Starts the probed process as the supervisor starts its own, and prints what it found. A probe that ends the process
 * was refused as thoroughly as can be; the next one is tried in a new process.
 */
const root = join(import.meta.dirname, '../../../..')
const { canary, isSealed, only } = JSON.parse(process.argv[2]!) as ProbeRequest
const flags = [
  '--permission',
  '--allow-addons',
  '--allow-worker',
  `--allow-fs-read=${root}`,
  // Packages may lie elsewhere, behind a link.
  `--allow-fs-read=${dirname(realpathSync(join(root, 'node_modules/koffi')))}`,
  '--allow-fs-read=/proc/self/status',
  '--no-warnings',
]

async function probe(names: readonly string[]): Promise<Finding[]> {
  const settings = JSON.stringify({ canary, parentPid: process.pid, names, isSealed })
  const program = join(import.meta.dirname, 'probe-child.ts')
  const stdio = ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] as const
  const child = spawn(process.execPath, [...flags, program, settings], {
    env: {},
    cwd: '/',
    stdio: [...stdio],
  })
  const [lines, errorOutput] = await Promise.all([text(child.stdio[4] as Readable), text(child.stderr!)])
  const found = lines.split('\n').filter(Boolean)
  if (found.length === 0 && /sealProcess|ERR_ACCESS_DENIED/.test(errorOutput)) throw new Error(errorOutput)
  return found.map((line) => JSON.parse(line) as Finding)
}

guardSpawner(createSystem(koffi), process.ppid)
const names = allProbes(process.arch as 'x64' | 'arm64')
  .map(({ name }) => name)
  .filter((name) => only?.includes(name) ?? true)
const findings: Finding[] = []
while (findings.length < names.length) {
  findings.push(...(await probe(names.slice(findings.length))))
  const next = names[findings.length]
  if (next) findings.push({ name: next, isOpen: false, detail: 'ended the process' })
}
process.stdout.write(JSON.stringify(findings))
