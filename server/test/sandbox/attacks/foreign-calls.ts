import type { Probe, ProbeTools } from './probe-tools.ts'

/**
 * On x64 the kernel has two more entry points, with their own numbers: that of 32-bit programs, open to any process
 * through `int 0x80`, and x32. A filter that knows only its own numbers takes one call for another there: 10 protects
 * memory, and deletes a file for a 32-bit program.
 */
const canary32 = ({ lowText, canary }: ProbeTools) => lowText(canary.file)

const calls32: Record<string, readonly [number: number, args: (tools: ProbeTools) => readonly number[]]> = {
  open: [5, (tools) => [canary32(tools), 0]],
  unlink: [10, (tools) => [canary32(tools)]],
  execve: [11, ({ lowText }) => [lowText('/bin/true'), 0, 0]],
  getpid: [20, () => []],
  mkdir: [39, ({ lowText, canary }) => [lowText(`${canary.folder}/pwned`), 0o777]],
}

const x32Bit = 0x40000000
const callsX32: Record<string, readonly [number: number, args: (tools: ProbeTools) => (number | bigint)[]]> =
  {
    getpid: [39, () => []],
    open: [2, ({ text, canary }) => [text(canary.file), 0]],
    io_uring_setup: [425, ({ text }) => [1, text('\0'.repeat(120))]],
    execve: [520, ({ text }) => [text('/bin/true'), 0, 0]],
  }

// Moves the arguments of a function to where a 32-bit call expects them, and its result back.
const entry = [0x53, 0x89, 0xf8, 0x41, 0x89, 0xc8, 0x89, 0xf3, 0x89, 0xd1, 0x44, 0x89, 0xc2]
const exit = [0x48, 0x98, 0x5b, 0xc3]
const call32 = Uint8Array.from([...entry, 0xcd, 0x80, ...exit])
const rehearsal = Uint8Array.from([...entry, 0x90, 0x90, ...exit])

function attempt32(tools: ProbeTools, number: number, args: readonly number[]): unknown {
  const words = [number, ...args, 0, 0, 0].slice(0, 4)
  // Machine code that cannot run ends the process, too: the same without the call must get through.
  if (tools.machineCode(rehearsal, words) !== number) return 'the probe does not work'
  return refusedBelowZero(tools.machineCode(call32, words))
}

function refusedBelowZero(result: number): number {
  if (result < 0) throw new Error(`errno ${-result}`)
  return result
}

export function foreignCallProbes(arch: 'x64' | 'arm64'): Probe[] {
  if (arch !== 'x64') return []
  return [
    ...Object.entries(calls32).map(([name, [number, args]]) => ({
      name: `32-bit call ${name}`,
      attempt: (tools: ProbeTools) => attempt32(tools, number, args(tools)),
    })),
    ...Object.entries(callsX32).map(([name, [number, args]]) => ({
      name: `x32 call ${name}`,
      attempt: (tools: ProbeTools) => refusedBelowZero(tools.call(x32Bit + number, ...args(tools))),
    })),
  ]
}
