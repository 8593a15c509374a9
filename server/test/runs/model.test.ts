import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { sizeOf } from '../size.ts'
import { playRound } from './model/round.ts'
import { openStage } from './model/stage.ts'

/**
 * Random programs against a model of what may be seen of them, while workers are killed and stopped and the database
 * crashes. `STOA_TEST_SEEDS=3000` plays more of them, `STOA_TEST_SEED` begins with a seed that was printed.
 */
const seedCount = sizeOf({ short: 15, long: 3_000, variable: 'STOA_TEST_SEEDS' })
const killCount = Number(process.env.STOA_TEST_KILLS ?? Math.ceil(seedCount / 35))
const perRound = 150

test('random programs leave behind what they may, and nothing else', { timeout: 3_600_000 }, async (t) => {
  const first = Number(process.env.STOA_TEST_SEED ?? randomInt(1_000_000_000))
  const stage = await openStage()
  try {
    await stage.workers.startMany(3)
    const rounds = Math.ceil(seedCount / perRound)
    const startedAt = performance.now()
    for (let round = 0; round < rounds; round++) {
      const from = first + round * perRound
      const seeds = Array.from({ length: Math.min(perRound, first + seedCount - from) }, (_, i) => from + i)
      const mischief = { kills: Math.ceil(killCount / rounds), stops: 1, crashes: round % 2 === 0 ? 1 : 0 }
      const faults = await playRound(stage, seeds, mischief)
      assert.deepEqual(faults, [], `STOA_TEST_SEED=${from} STOA_TEST_SEEDS=${seeds.length}`)
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    t.diagnostic(`seeds ${first} to ${first + seedCount - 1}, ${killCount} kills: no fault in ${seconds} s`)
  } finally {
    await stage.close()
  }
})
