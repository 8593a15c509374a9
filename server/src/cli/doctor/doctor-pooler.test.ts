import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createExternalDatabase } from '../../../test/process/external-database.ts'
import { freePort } from '../../../test/process/stoa.ts'
import { prepareRoleForPooler } from '../../kernel/db/pooler/pooler.ts'
import { examinePooler } from './doctor-pooler.ts'
import { examine } from './finding.ts'

test('the way through a pooler is checked, but not before the role has its settings', async () => {
  const [databaseDirectUrl, other] = [await createExternalDatabase(), await createExternalDatabase()]
  const direct = { connectionString: databaseDirectUrl }
  const look = (databaseUrl: string) =>
    examine('Pooler', () => examinePooler({ databaseUrl, databaseDirectUrl }, direct))
  // Nothing listens there, and no one tries to connect.
  const nowhere = `postgres://stoa@127.0.0.1:${await freePort()}/stoa`
  assert.equal((await look(nowhere))[0]!.state, 'warn')

  await prepareRoleForPooler(direct)
  await prepareRoleForPooler({ connectionString: other })
  assert.deepEqual(
    (await look(databaseDirectUrl)).map(({ state }) => state),
    ['ok'],
  )
  const [away] = await look(nowhere)
  assert.match(`${away!.state}: ${away!.finding}`, /^fail: .*cannot be used through its pooler/)
  const [wrong] = await look(other)
  assert.match(`${wrong!.state}: ${wrong!.finding}`, /^fail: .*another database/)
  const without = { databaseUrl: databaseDirectUrl, databaseDirectUrl: null }
  assert.deepEqual(await examinePooler(without, direct), [])
})
