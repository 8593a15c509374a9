import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ApiResponse, startTestApp, type TestProject } from '../harness.ts'

const app = await startTestApp()
after(() => app.stop())

const keys = '/api/v1/api-keys'
const users = '/api/v1/external-users'
let project: TestProject
before(async () => {
  project = await app.newProject()
})

const keyed = (key: string) => ({ 'idempotency-key': key })
const isReplay = ({ headers }: ApiResponse) => headers['idempotent-replayed'] === 'true'

test('a stored secret is shown again to its caller alone', async () => {
  const send = (headers: Record<string, string>) =>
    app.callerWith(headers).post(keys, { name: 'secret' }, keyed('the-same-for-all'))
  const first = await send({ 'x-api-key': project.adminKey })
  const second = (await project.admin.post(keys, { name: 'second', role: 'admin' })).body.data.key
  const token = await app.app.users.newSetupToken(app.db)
  const body = { token, email: 'owner@example.com', password: 'correct horse battery' }
  const signed = await app.anonymous.post('/api/v1/auth/set-up', body)
  const session = {
    cookie: String(signed.headers['set-cookie']).split(';')[0]!,
    'x-csrf-token': signed.body.data.csrfToken,
    'x-project-id': project.id,
  }
  const others = [
    await send({ 'x-api-key': second }),
    await send({ 'x-api-key': (await app.newProject()).adminKey }),
    await send(session),
    await send({ ...session, 'x-project-id': (await app.newProject()).id }),
  ]
  for (const other of others) {
    assert.equal(other.status, 200, other.text)
    assert.ok(!isReplay(other))
    assert.notEqual(other.body.data.key, first.body.data.key)
  }
  assert.ok(isReplay(await send({ authorization: `Bearer ${project.adminKey}` })))
})

test('a stored response is not returned to a key that lost access', async () => {
  const made = (await project.admin.post(keys, { name: 'waning', role: 'admin' })).body.data
  const waning = app.callerWith({ 'x-api-key': made.key })
  const ask = () => waning.post(keys, { name: 'child' }, keyed('waning'))
  assert.equal((await ask()).status, 200)
  await project.admin.patch(`${keys}/${made.id}`, { scopes: ['api-keys:read'] })
  assert.equal((await ask()).status, 403)
  await project.admin.delete(`${keys}/${made.id}`)
  assert.equal((await ask()).status, 401)
})

test('a stored response of one end user is not returned to another', async () => {
  const send = (name: string) => project.member.as(name).post(users, { name: 'shared' }, keyed('per-user'))
  assert.ok(!isReplay(await send('one')))
  assert.ok(!isReplay(await send('two')))
  assert.ok(isReplay(await send('one')))
})

test('a refusal for a missing field does not use the key up', async () => {
  assert.equal((await project.member.post(users, {}, keyed('fixed'))).status, 400)
  assert.equal((await project.member.post(users, { name: 'fixed' }, keyed('fixed'))).status, 200)
})

test('another query is another request', async () => {
  const { id } = (await project.member.post(users, { name: 'asked-twice' })).body.data
  const erase = (dryRun: boolean) =>
    project.member.delete(`${users}/${id}?note=why?&dryRun=${dryRun}`, keyed('two-question-marks'))
  assert.equal((await erase(true)).body.data.dryRun, true)
  assert.equal((await erase(false)).status, 422)
})

test('a refusal does not claim to have made a user', async () => {
  const unknown = '0199f1a0-0000-7000-8000-0000000000ff'
  const refused = await project.member.as('unmade').post(`${users}/${unknown}/tokens`, {}, keyed('unmade'))
  assert.equal(refused.status, 404)
  const isMade = (await project.member.get(`${users}/username/unmade`)).status === 200
  assert.equal(refused.headers['x-external-user-created'] === 'true', isMade)
})
