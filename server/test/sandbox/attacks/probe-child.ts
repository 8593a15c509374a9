import { writeSync } from 'node:fs'
import koffi from 'koffi'
import { sealProcess } from '../../../src/kernel/sandbox/seal/seal.ts'
import { createSystem } from '../../../src/kernel/sandbox/seal/system.ts'
import { allProbes, type ProbeTools, tryProbe } from './probes.ts'

/**
 * A process sealed like those of guests, in which the probes are tried from a given one on. Without the seal it shows
 * that the probes would find what they look for.
 */
type Settings = Pick<ProbeTools, 'canary' | 'parentPid'> & { names: readonly string[]; isSealed: boolean }

const { canary, parentPid, names, isSealed } = JSON.parse(process.argv[2]!) as Settings
const system = createSystem(koffi)
const word = 'int64_t'
const raw = koffi.load(null).func('syscall', word, [word, word, word, word, word, word])
const kept: Buffer[] = []

if (isSealed) sealProcess(system, { extraBytes: 256 * 1024 * 1024, parentPid })
const tools: ProbeTools = {
  canary,
  parentPid,
  call(number, ...args) {
    const result = Number(raw(number, ...[...args, 0, 0, 0, 0, 0].slice(0, 5)))
    return result < 0 ? -koffi.errno() : result
  },
  text(value) {
    const bytes = Buffer.from(`${value}\0`, 'latin1')
    kept.push(bytes)
    return koffi.address(bytes)
  },
}
const probes = allProbes(process.arch as 'x64' | 'arm64').filter(({ name }) => names.includes(name))
for (const probe of probes) writeSync(4, `${JSON.stringify(tryProbe(probe, tools))}\n`)
system.exit(0)
