import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../../test/until.ts'
import { ask } from '../../kernel/db/embedded/testing.ts'
import { startPrimary } from '../../kernel/db/replica/testing.ts'
import { checkStandby, examineStandby } from './doctor-replica.ts'
import { examine } from './finding.ts'

test('a standby is checked for what lists need of it', async (t) => {
  const { primary, standbys } = await startPrimary(t)
  const standby = standbys[0]!
  const look = async (settings = standby.settings) => {
    const [finding] = await examine('Replica', () => examineStandby(primary, settings))
    return finding!
  }
  const is = ({ state, finding, fix }: Awaited<ReturnType<typeof look>>, expected: string, text: RegExp) => {
    assert.match(finding, text)
    assert.equal(state, expected)
    assert.equal(fix === undefined, expected === 'ok')
  }
  await until(async () => (await look()).state === 'ok', 'the standby has caught up')
  is(await look(), 'ok', /standby with PostgreSQL \d+/)
  is(await look(primary), 'warn', /no standby/)
  is(await look({ ...standby.settings, database: 'template1' }), 'fail', /another database/)
  is(await look({ ...standby.settings, user: 'nobody_here' }), 'fail', /cannot be used/)

  await ask(standby.settings, 'select pg_wal_replay_pause()')
  await ask(primary, 'insert into entry default values')
  is(await look(), 'warn', /replay is paused/)
  await ask(standby.settings, 'select pg_wal_replay_resume()')
  await until(async () => (await look()).state === 'ok', 'it has caught up again')

  await standby.kill()
  is(await look(), 'warn', /cannot be reached/)
})

test('a replica of the embedded database is a fault, and none is no finding', async () => {
  const secrets = { databaseUrl: null, databaseDirectUrl: null, databaseReplicaUrl: null }
  const look = (replicaUrl: string | null) =>
    checkStandby({ ...secrets, databaseReplicaUrl: replicaUrl } as Parameters<typeof checkStandby>[0], {})
  assert.deepEqual(await look(null), [])
  assert.equal((await look('postgres://127.0.0.1/stoa'))[0]!.state, 'fail')
})
