import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics } from './metrics.ts'

test('names its figures as Prometheus requires: a total is a counter, and every counter is a total', async () => {
  const metrics = createMetrics({
    poolStats: () => ({ total: 2, idle: 1, waiting: 0 }),
    restarts: 0,
    openStreams: () => 1,
    strandedRuns: () => [{ kind: 'x', runs: 1 }],
  })
  metrics.observe({ method: 'GET', route: '/', status: 200, seconds: 0.1 })
  const text = await metrics.text()
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => ({ name: name!, type }))
  assert.ok(types.length > 20)
  assert.deepEqual(
    types.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter')),
    [],
  )
  for (const { name } of types) {
    assert.match(name, /^[a-z][a-z0-9_]*$/)
    assert.match(text, new RegExp(`^# HELP ${name} \\S`, 'm'))
  }
  assert.match(text, /^nodejs_active_handles\{type=/m)
})
