import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealingFilter, spawnerFilter } from './filter.ts'
import { findSyscalls } from './syscalls.ts'

const allow = 0x7fff0000
const kill = 0x80000000
const notPermitted = 0x00050001
const notImplemented = 0x00050026

type Call = { arch: number; number: number; firstArgument?: number }

/** Runs a program as the kernel does. */
function judge(program: Buffer, { arch, number, firstArgument = 0 }: Call): number {
  let accumulator = 0
  for (let at = 0; ; at++) {
    const code = program.readUInt16LE(at * 8)
    const ifTrue = program.readUInt8(at * 8 + 2)
    const ifFalse = program.readUInt8(at * 8 + 3)
    const constant = program.readUInt32LE(at * 8 + 4)
    if (code === 0x06) return constant
    if (code === 0x20) accumulator = { 0: number, 4: arch, 16: firstArgument }[constant] ?? -1
    else if (code === 0x15) at += accumulator === constant ? ifTrue : ifFalse
    else if (code === 0x35) at += accumulator >= constant ? ifTrue : ifFalse
    else assert.fail(`unknown instruction ${code}`)
  }
}

for (const arch of ['x64', 'arm64'] as const) {
  const syscalls = findSyscalls('linux', arch)!
  const { auditArch, numbers } = syscalls
  const program = sealingFilter(syscalls, 4711)
  const outcomeOf = (number: number, firstArgument = 0) =>
    judge(program, { arch: auditArch, number, firstArgument })

  test(`${arch}: pipes, memory and time pass; paths, sockets, threads and rings do not`, () => {
    for (const name of ['read', 'write', 'mmap', 'mprotect', 'futex', 'clock_gettime', 'exit_group'])
      assert.equal(outcomeOf(numbers[name]!), allow, name)
    const refused = [
      'openat',
      'socket',
      'clone3',
      'prctl',
      'seccomp',
      'prlimit64',
      'io_uring_setup',
      'close_range',
    ]
    for (const name of refused) assert.equal(outcomeOf(numbers[name]!), notPermitted, name)
  })

  test(`${arch}: of all numbers only the listed ones pass`, () => {
    const passing = Array.from({ length: 600 }, (_, number) => number).filter(
      (number) => outcomeOf(number) === allow,
    )
    assert.ok(passing.length < 40, `${passing.length} calls pass`)
    assert.deepEqual(
      passing.filter((number) => !Object.values(numbers).includes(number)),
      [],
    )
  })

  test(`${arch}: a signal goes to the process itself or nowhere`, () => {
    assert.equal(outcomeOf(numbers.tgkill!, 4711), allow)
    assert.equal(outcomeOf(numbers.tgkill!, 1), notPermitted)
  })

  test(`${arch}: another calling convention ends the process`, () => {
    const other = arch === 'x64' ? 0x40000003 : 0xc000003e
    for (const each of [program, spawnerFilter(syscalls)])
      assert.equal(judge(each, { arch: other, number: numbers.read! }), kill)
  })

  test(`${arch}: what is spawned can make no ring`, () => {
    const spawner = spawnerFilter(syscalls)
    assert.equal(judge(spawner, { arch: auditArch, number: numbers.io_uring_setup! }), notImplemented)
    assert.equal(judge(spawner, { arch: auditArch, number: numbers.openat! }), allow)
  })
}

test('x64: the numbers of the second convention end the process', () => {
  const syscalls = findSyscalls('linux', 'x64')!
  const { auditArch: arch, numbers } = syscalls
  for (const program of [sealingFilter(syscalls, 1), spawnerFilter(syscalls)]) {
    assert.equal(judge(program, { arch, number: 0x40000000 }), kill)
    assert.equal(judge(program, { arch, number: 0x40000000 + numbers.io_uring_setup! }), kill)
  }
})

test('elsewhere nothing is known, and nothing can be sealed', () => {
  assert.equal(findSyscalls('darwin', 'arm64'), null)
  assert.equal(findSyscalls('linux', 'riscv64'), null)
})
