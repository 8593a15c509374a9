import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countOperation } from '../costs/count.ts'
import expected from '../costs/expected.json' with { type: 'json' }
import { type Call, prepareOperations } from '../costs/operations.ts'
import { type QueryCounts, startQueryCounter } from '../costs/query-counter.ts'
import { testServer } from '../database.ts'
import { createExternalDatabase } from './external-database.ts'
import { apiKey, makeInstallation } from './stoa.ts'

const namesAbove = (counted: QueryCounts, known: QueryCounts) =>
  (['roundTrips', 'statements'] as const).filter((key) => counted[key] > known[key])

/** Speed is not measured here: what a request sends to the database is the same on every machine. */
test('requests send no more statements to the database, and in no more round trips, than is stored', async (t) => {
  const counter = await startQueryCounter(testServer())
  t.after(() => counter.close())
  const database = new URL(await createExternalDatabase({ isMigrated: true }))
  database.search = ''
  database.host = `127.0.0.1:${counter.port}`
  const installation = await makeInstallation(t)
  const server = await installation.start({
    STOA_DATA_DIR: installation.dataDir,
    DATABASE_URL: database.href,
    STOA_API_KEY: apiKey,
    STOA_PIECES: '0',
    STOA_RATE_LIMIT: '1000000',
    LOG_LEVEL: 'fatal',
  })
  const call: Call = async (method, path, body, headers) => {
    const response = await server.call(
      method,
      path.startsWith('/hooks/') ? `/../..${path}` : path,
      body,
      headers,
    )
    assert.ok(response.status < 300, `${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`)
    return response.body?.data
  }
  const found: Record<string, object> = {}
  const above: string[] = []
  for (const operation of await prepareOperations(call)) {
    const known = expected[operation.name as keyof typeof expected]
    assert.ok(known, `${operation.name} is not in expected.json: npm run bench:guard -- --write`)
    let counted = await countOperation(operation, counter)
    let higher = namesAbove(counted, known)
    // A machine that was busy the first time adds what is sent by the clock.
    for (let i = 0; i < 2 && higher.length > 0; i++) {
      counted = await countOperation(operation, counter)
      higher = higher.filter((key) => counted[key] > known[key])
    }
    found[operation.name] = counted
    for (const key of higher) above.push(`${operation.name}: ${counted[key]} ${key}, ${known[key]} expected`)
  }
  t.diagnostic(JSON.stringify(found))
  assert.deepEqual(above, [])
  await server.stop()
})
