import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sizeOf, someOf } from '../size.ts'
import { carryOverAttacks } from './attacks/carry-over-attacks.ts'
import { crashStorm } from './attacks/crash-storm.ts'
import { type Field, openField } from './attacks/field.ts'
import { foreignCallProbes } from './attacks/foreign-calls.ts'
import { innerAttacks } from './attacks/inner-attacks.ts'
import { javascriptAttacks } from './attacks/javascript-attacks.ts'
import { probeSeal } from './attacks/probe.ts'
import { pythonAttacks } from './attacks/python-attacks.ts'

// The rest runs with `attacks/run.ts`; these are one or two of each kind, and quick ones, a third in `npm test`.
const javascript =
  'J01 J02 J03 J07 J08 J11 J13 J14 J15 J16 J17 J19 J28 J32 J34 J35 J37 J41 J42 J46 J50 J51 J60 J61 J62 J63 J66'.split(
    ' ',
  )
const python = 'P01 P05 P10 P12 P16 P27 P22 P50 P51 P52 P53 P54 P60 P62 P64 P66 P67 P71'.split(' ')
const tried = [...someOf(javascript, 8), ...someOf(python, 5)]

describe('attacks', () => {
  let field: Field
  before(async () => {
    field = await openField({ warm: { javascript: 1, python: 2 } })
  })
  after(() => field.close())

  for (const attack of [...javascriptAttacks, ...pythonAttacks, ...carryOverAttacks, ...innerAttacks]) {
    if (!tried.includes(attack.id)) continue
    it(`${attack.id} is held: ${attack.what}`, async () => {
      const { faults, seen } = await field.attack(attack)
      assert.deepEqual(faults, [], seen)
    })
  }

  it('inside the sealed process nothing is open, whatever is tried there', async () => {
    const findings = await probeSeal(field.target)
    assert.ok(findings.length > 120, `${findings.length} probes`)
    assert.deepEqual(
      findings.filter(({ isOpen }) => isOpen),
      [],
    )
  })

  it('a way into the kernel that is not its own ends the process', {
    skip: process.arch !== 'x64',
  }, async () => {
    const findings = await probeSeal(field.target, { only: foreignCallProbes('x64').map(({ name }) => name) })
    assert.deepEqual([...new Set(findings.map(({ detail }) => detail))], ['ended the process'])
  })

  it('the probes find what is open where nothing is sealed', async () => {
    const only = [
      'syscall openat',
      'syscall socket',
      'syscall uname',
      'syscall getcwd',
      'read its own program',
    ]
    const findings = await probeSeal(field.target, { isSealed: false, only })
    assert.deepEqual(
      findings.filter(({ isOpen }) => isOpen).map(({ name }) => name),
      ['syscall getcwd', 'syscall openat', 'syscall socket', 'syscall uname', 'read its own program'],
    )
  })
})

it('a storm of interpreters that are broken leaves nothing behind', async () => {
  // All kinds of crashes are among twelve.
  const crashes = sizeOf({ short: 12, long: 200 })
  const storm = await crashStorm(crashes)
  assert.deepEqual(storm, { ended: crashes, wrong: [], zombies: 0, left: 3, descriptors: 0 })
})
