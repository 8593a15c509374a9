import { examine, type Finding, fail, ok } from '../doctor/finding.ts'
import type { AttackCase } from './attack-case.ts'
import { identityCases } from './cases/identity.ts'
import { networkCases } from './cases/network.ts'
import { requestCases } from './cases/requests.ts'
import type { AttackTarget } from './target.ts'

const cases: readonly AttackCase[] = [...identityCases, ...networkCases, ...requestCases]

// Hundreds of operations one after the other, from another country.
const maxAttemptMs = 300_000

export const attackRows: readonly string[] = cases.map(({ row }) => row)

/** Plays every case, or those of the named rows, against the installation, one after the other, and says what got through. */
export async function runAttacks(
  target: AttackTarget,
  rows: readonly string[] = attackRows,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { row, what, fix, attempt } of cases.filter(({ row }) => rows.includes(row))) {
    const verdict = async () => {
      const breach = await attempt(target)
      return breach === null ? ok(`blocked: ${what}`) : fail(`got through: ${what}: ${breach}`, fix)
    }
    findings.push(...(await examine(row, verdict, maxAttemptMs)))
  }
  return findings
}
