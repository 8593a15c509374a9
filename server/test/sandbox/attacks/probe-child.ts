import { writeSync } from 'node:fs'
import koffi from 'koffi'
import { sealProcess } from '../../../src/kernel/sandbox/seal/seal.ts'
import { createSystem } from '../../../src/kernel/sandbox/seal/system.ts'
import type { ProbeTools } from './probe-tools.ts'
import { allProbes, tryProbe } from './probes.ts'

/**
 * A process sealed like those of guests, in which the probes are tried from a given one on. Without the seal it shows
 * that the probes would find what they look for.
 */
type Settings = Pick<ProbeTools, 'canary' | 'parentPid'> & { names: readonly string[]; isSealed: boolean }

const { canary, parentPid, names, isSealed } = JSON.parse(process.argv[2]!) as Settings
const system = createSystem(koffi)
const word = 'int64_t'
const raw = koffi.load(null).func('syscall', word, [word, word, word, word, word, word])
const retained: Buffer[] = []
const fourWords = koffi.proto('int64_t machine_code(int64_t, int64_t, int64_t, int64_t)')

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
    retained.push(bytes)
    return koffi.address(bytes)
  },
  lowText: (value) => putLow(Buffer.from(`${value}\0`, 'latin1')),
  machineCode: (bytes, words) => Number(koffi.call(BigInt(putLow(bytes)), fourWords, ...words)),
}

/** Into new executable memory below 4 GB. */
function putLow(bytes: Uint8Array): number {
  const length = 4096
  const [readWriteRun, privateAnonymousLow] = [7, 0x62]
  const address = system.call('mmap', 0, length, readWriteRun, privateAnonymousLow, -1, 0)
  if (address < 0) throw new Error(`no memory: errno ${-address}`)
  system.bytesAt(address, length).set(bytes)
  return address
}
const probes = allProbes(process.arch as 'x64' | 'arm64').filter(({ name }) => names.includes(name))
for (const probe of probes) writeSync(4, `${JSON.stringify(tryProbe(probe, tools))}\n`)
system.exit(0)
