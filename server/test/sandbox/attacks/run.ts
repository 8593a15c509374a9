import { parseArgs } from 'node:util'
import type { Engines } from '../../../src/kernel/sandbox/supervisor/engines.ts'
import { carryOverAttacks } from './carry-over-attacks.ts'
import { crashStorm, type Storm } from './crash-storm.ts'
import { openField, type Verdict } from './field.ts'
import { innerAttacks } from './inner-attacks.ts'
import { javascriptAttacks } from './javascript-attacks.ts'
import { probeSeal } from './probe.ts'
import { pythonAttacks } from './python-attacks.ts'

/**
 * The whole suite, to run by hand or in a nightly job: every attack in both languages, every probe inside the sealed
 * process, and a storm of crashes. `--only J01,P22` tries some of them, `--crashes 0` leaves the storm out.
 * `--javascript isolated-vm` and `--python /usr/bin/python3` attack those engines, `--no-bubble` without bubblewrap.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    crashes: { type: 'string', default: '1000' },
    javascript: { type: 'string', default: 'quickjs' },
    python: { type: 'string', default: 'pyodide' },
    'no-bubble': { type: 'boolean', default: false },
  },
})
const engines: Engines = {
  javascript: values.javascript === 'isolated-vm' ? 'isolated-vm' : 'quickjs',
  python: values.python === 'pyodide' ? 'pyodide' : { command: values.python, modules: [] },
}
const chosen = values.only?.split(',')
const attacks = [...javascriptAttacks, ...pythonAttacks, ...carryOverAttacks, ...innerAttacks].filter(
  ({ id }) => chosen?.includes(id) ?? true,
)
const field = await openField({
  warm: { javascript: 2, python: 2 },
  warmsAtStart: true,
  engines,
  hasBubblewrap: !values['no-bubble'],
})
const noStorm: Storm = { ended: 0, wrong: [], zombies: 0, left: 3, descriptors: 0 }
const verdicts: Verdict[] = []
const findings: Awaited<ReturnType<typeof probeSeal>> = []
const say = (line: string) => void process.stdout.write(`${line}\n`)
try {
  for (const attack of attacks) {
    const verdict = await field.attack(attack)
    verdicts.push(verdict)
    const held = verdict.faults.length === 0 ? 'held    ' : 'BREACHED'
    say(
      `${held} ${attack.id} ${verdict.status.padEnd(16)} ${verdict.ms.toFixed(0).padStart(6)} ms  ${attack.what}: ${verdict.seen.replaceAll('\n', ' ')}`,
    )
    for (const fault of verdict.faults) say(`         ${fault}`)
  }
  if (!chosen) findings.push(...(await probeSeal(field.target)))
} finally {
  await field.close()
}

const open = findings.filter(({ isOpen }) => isOpen)
for (const { name, detail } of open) say(`OPEN     ${name}: ${detail}`)
const crashes = chosen ? 0 : Number(values.crashes)
// Only now: the processes of the field would be counted as left behind.
const storm = crashes > 0 ? await crashStorm(crashes) : noStorm
const breached = verdicts.filter(({ faults }) => faults.length > 0)
say(`${verdicts.length} attacks, ${breached.length} breached; ${findings.length} probes, ${open.length} open`)
for (const line of storm.wrong) say(`WRONG    ${line}`)
say(
  `${crashes} crashes: ${storm.ended} ended as they should, ${storm.zombies} zombies, ${storm.left} processes left of 3, ${storm.descriptors} descriptors left`,
)
const isStormFine =
  storm.ended === crashes && storm.zombies === 0 && storm.left <= 4 && storm.descriptors <= 0
if (breached.length > 0 || open.length > 0 || !isStormFine) process.exitCode = 1
