import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { startTestApp } from '../../../test/harness.ts'
import { makeInstallation } from '../../../test/process/stoa.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'

const app = await startTestApp({ hasPieces: false })
after(() => app.stop())

test('kill -9 of a doctor that attacks: its projects expire, and the next sweep of the server deletes them', async (t) => {
  const own = await app.newProject()
  const installation = await makeInstallation(t)
  const { user, host, port = 5432, database } = app.settings
  const seenKey = Promise.withResolvers<string>()
  // The server under attack, as far as this doctor knows: it never responds.
  const silent = createServer((request) => seenKey.resolve(String(request.headers['x-api-key'])))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.after(() => {
    silent.closeAllConnections()
    silent.close()
  })
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const killed = await installation.run(
    ['doctor', '--attack', '--url', url],
    {
      DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? 'localhost')}`,
      STOA_DATA_DIR: installation.dataDir,
      STOA_SECRET_KEY: randomBytes(32).toString('base64'),
    },
    { onLaunch: (child) => void seenKey.promise.then(() => child.kill('SIGKILL')) },
  )
  assert.equal(killed.code, null, killed.stderr)
  const attacker = app.callerWith({ 'x-api-key': await seenKey.promise })
  assert.equal((await attacker.get('/api/v1/project')).status, 200, 'nothing has deleted it')
  const expiring = await app.db.rows<{ id: string }>(
    sql`select id from project where expires_at between now() + interval '5 hours' and now() + interval '6 hours'`,
  )
  assert.equal(expiring.length, 2)
  await app.app.sweep()
  assert.equal((await attacker.get('/api/v1/project')).status, 200, 'not before its time is over')
  const past = new Date(app.clock.now().getTime() - 1_000)
  await app.db.rows(sql`update project set expires_at = ${past} where expires_at is not null`)
  await until(async () => {
    await app.app.sweep()
    return (await attacker.get('/api/v1/project')).status === 401
  }, 'the projects of the attack to be deleted')
  assert.equal((await own.admin.get('/api/v1/project')).status, 200, 'no other project is')
})
