import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SandboxResult } from '../../../src/kernel/sandbox/driver.ts'
import type { SandboxOptions } from '../../../src/kernel/sandbox/sandboxes.ts'
import { createSaves, job, openSandboxes } from '../../../src/kernel/sandbox/testing.ts'
import type { Attack, Target } from './attack.ts'

/** How an attack went; `faults` says what was breached and is empty when everything held. */
export type Verdict = { attack: Attack; status: string; seen: string; ms: number; faults: string[] }

export type Field = {
  target: Target
  attack(attack: Attack): Promise<Verdict>
  close(): Promise<void>
}

// The marks are put together so that they are not found in this file or in the text of a script.
const mark = (name: string) => [name, 'CANARY', '4711'].join('-')
const marks = { file: mark('FILE'), environment: mark('ENVIRONMENT'), site: mark('SITE') }

/**
 * A host with things worth stealing, an attacker and a neighbour of another project. After every attack the host must
 * be as it was, and the neighbour's session must return its own state.
 */
export async function openField(options: Partial<SandboxOptions> = {}): Promise<Field> {
  const cleanups: (() => Promise<void>)[] = []
  const folder = mkdtempSync(join(tmpdir(), 'stoa-attack-'))
  const secretFile = join(folder, 'secret.txt')
  writeFileSync(secretFile, marks.file)
  process.env.STOA_ATTACK_CANARY = marks.environment
  let hits = 0
  const site = createServer((_request, response) => {
    hits++
    response.end(marks.site)
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const sandboxes = openSandboxes(
    { after: (work) => void cleanups.push(work) },
    { graceMs: 1000, ...options },
  )
  const target: Target = { secretFile, folder, port: (site.address() as AddressInfo).port }
  const neighbour = sandboxes.open({ projectId: 'neighbour', lastSave: createSaves().lastSave })
  await neighbour.execute('javascript', job('const mine = 42'))

  function hostFaults(): string[] {
    const faults: string[] = []
    if (hits > 0) faults.push('the site of the host was reached')
    if (readFileSync(secretFile, 'utf8') !== marks.file) faults.push('the file of the host was changed')
    if (readdirSync(folder).length !== 1) faults.push('something was written on the host')
    if (Reflect.get({}, 'isAdmin') !== undefined) faults.push('a prototype of the host was polluted')
    return faults
  }

  // What is aimed at the inside of the usual engines may fail in any way on others: each run has its own process there.
  const { javascript = 'quickjs', python = 'pyodide' } = options.engines ?? {}
  const others = { javascript: javascript !== 'quickjs', python: python !== 'pyodide' }

  function endFaults({ ends, language }: Attack, { failure }: SandboxResult, reported: string): string[] {
    const faults: string[] = []
    if (Object.values(marks).some((each) => reported.includes(each)))
      faults.push('a secret of the host came out')
    if (/root:[x*]:|CONNECTED|\bOPEN\b|LOADED|WROTE/.test(reported)) faults.push('a protection was open')
    if (failure !== null && !others[language] && !ends?.includes(failure.code))
      faults.push(`it ended with ${failure.code}`)
    return faults
  }

  return {
    target,
    async attack(attack) {
      const { language, source, timeoutMs = 60_000, times = 1 } = attack
      const startedAt = performance.now()
      const tryIt = () => sandboxes.run('attacker', language, job(source(target), { timeoutMs }))
      for (let before = 1; before < times; before++) await tryIt()
      const result = await tryIt()
      const ms = performance.now() - startedAt
      const response = await neighbour.execute('javascript', job('mine'))
      const isHarmed = response.result !== '42' || response.stateLost
      const seen = result.failure?.error ?? result.result ?? ''
      const reported = JSON.stringify(result)
      return {
        attack,
        status: result.failure?.code ?? 'succeeded',
        seen: seen.slice(0, 160),
        ms,
        faults: [
          ...endFaults(attack, result, reported),
          ...hostFaults(),
          ...(isHarmed ? ['the neighbour was harmed'] : []),
        ],
      }
    },
    async close() {
      for (const cleanup of cleanups) await cleanup()
      site.close()
      site.closeAllConnections()
      delete process.env.STOA_ATTACK_CANARY
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
