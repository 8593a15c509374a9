import assert from 'node:assert/strict'
import type { playChaos } from './chaos.ts'

/** What was acknowledged is there, nothing is stuck or done twice in silence, the ledger is exact, and no process is left. */
export function assertNothingLost(report: Awaited<ReturnType<typeof playChaos>>): void {
  assert.deepEqual(report.lost, [])
  assert.deepEqual(report.stuck, [])
  assert.deepEqual(report.unmarked, [])
  assert.deepEqual(report.unannounced, [])
  assert.equal(report.ledger.isClean, true, report.ledger.text)
  assert.deepEqual(report.leftProcesses, [])
}
