import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inLongRun, sizeOf } from '../size.ts'
import { playChaos } from './chaos.ts'

const rounds = sizeOf({ short: 4, long: 12, variable: 'STOA_CHAOS_ROUNDS' })

test(
  'mixed load and faults: what was acknowledged is there, the ledger is exact, nothing is left',
  inLongRun,
  async (t) => {
    const report = await playChaos(t, rounds, (line) => t.diagnostic(line))
    t.diagnostic(`${report.acknowledged} acknowledged, ${report.failedRequests} failed`)
    assert.deepEqual(report.lost, [])
    assert.equal(report.isLedgerClean, true, report.ledger)
    assert.ok(report.descriptors < 60, `${report.descriptors} more descriptors than after a start`)
    assert.deepEqual(report.leftProcesses, [])
  },
)
