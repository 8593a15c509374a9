import assert from 'node:assert/strict'
import { argon2Sync, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { sql } from '../../kernel/db/db.ts'

const app = await startTestApp()
after(() => app.stop())

const email = 'owner@example.com'
const password = 'correct horse battery'
const [home, otherIp] = ['192.0.2.1', '198.51.100.7']
let project: TestProject

type Try = { from: string; secret?: string; cookie?: string }
const signIn = ({ from, secret = password, cookie }: Try) =>
  app.app.http.inject({
    method: 'POST',
    url: '/api/v1/auth/sign-in',
    remoteAddress: from,
    headers: { host: 'localhost', 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
    payload: JSON.stringify({ email, password: secret }),
  })
const guess = async (from: string, cookie?: string) =>
  (await signIn({ from, secret: 'a wrong guess', ...(cookie ? { cookie } : {}) })).statusCode
const deviceOf = (response: Awaited<ReturnType<typeof signIn>>) =>
  response.cookies.filter(({ name }) => name === 'stoa_device').map(({ value }) => `stoa_device=${value}`)[0]!

/** Hundreds of guesses cost what the stored hash requires: the least, until it is replaced at the next sign-in. */
async function storeCheapHash(): Promise<void> {
  const salt = randomBytes(16)
  const [memory, passes, parallelism] = [8, 1, 1]
  const options = { message: password, nonce: salt, tagLength: 32, memory, passes, parallelism }
  const [encodedSalt, tag] = [salt, argon2Sync('argon2id', options)].map((bytes) =>
    bytes.toString('base64').replaceAll('=', ''),
  )
  const hash = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encodedSalt}$${tag}`
  await app.db.rows(sql`update account set password_hash = ${hash} where email = ${email}`)
}

before(async () => {
  project = await app.newProject()
  await app.signIn(project)
})

test('a client that guesses from another IP address locks out neither the owner elsewhere nor a browser that is known', async () => {
  const device = deviceOf(await signIn({ from: home }))
  await storeCheapHash()
  await app.clock.standing(async () => {
    for (let i = 0; i < 10; i++) assert.equal(await guess(otherIp), 401)
    assert.equal(await guess(otherIp), 429)
    assert.equal((await signIn({ from: otherIp })).statusCode, 429)
    assert.equal((await signIn({ from: home })).statusCode, 200)
    // Even from the same IP address, as behind a NAT.
    assert.equal((await signIn({ from: otherIp, cookie: device })).statusCode, 200)
  })
})

test('many machines get a few tries each and a bound together, and the known browser still gets in', async () => {
  app.clock.advance(120_000)
  const device = deviceOf(await signIn({ from: home }))
  await storeCheapHash()
  app.clock.advance(120_000)
  await app.clock.standing(async () => {
    const statuses: number[] = []
    for (let i = 0; i < 12; i++)
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, () => guess(`203.0.113.${i}`)))))
    assert.equal(statuses.filter((status) => status === 401).length, 100)
    assert.equal((await signIn({ from: home, cookie: device })).statusCode, 200)
  })
})

test('addresses of one IPv6 subnet count as one', async () => {
  app.clock.advance(120_000)
  await storeCheapHash()
  await app.clock.standing(async () => {
    for (let i = 0; i < 10; i++) assert.equal(await guess(`2001:db8::${i + 1}`), 401)
    assert.equal(await guess('2001:db8::ffff'), 429)
    assert.equal(await guess('2001:db8:0:1::1'), 401)
  })
})

test('the mark of a known browser is bounded itself, is bound to its account and cannot be made up', async () => {
  app.clock.advance(120_000)
  const device = deviceOf(await signIn({ from: home }))
  await storeCheapHash()
  app.clock.advance(120_000)
  await app.clock.standing(async () => {
    for (let i = 0; i < 10; i++) assert.equal(await guess(otherIp, device), 401)
    assert.equal(await guess(otherIp, device), 429)
    const forged = `${device.slice(0, -2)}AA`
    for (let i = 0; i < 10; i++) assert.equal(await guess('192.0.2.99', forged), 401)
    assert.equal(await guess('192.0.2.99', forged), 429)
  })
})

test('a client with another IP address does not use up the attempts of the set-up link', async () => {
  app.clock.advance(120_000)
  const setUp = (from: string) =>
    app.app.http.inject({
      method: 'POST',
      url: '/api/v1/auth/set-up',
      remoteAddress: from,
      headers: { host: 'localhost', 'content-type': 'application/json' },
      payload: JSON.stringify({ token: 'guessed', email, password }),
    })
  await app.clock.standing(async () => {
    for (let i = 0; i < 11; i++) await setUp(otherIp)
    assert.equal((await setUp(otherIp)).statusCode, 429)
    assert.equal((await setUp(home)).statusCode, 401)
  })
})

/** What can be tried out besides a password, each from a separate IP address. */
const credentials = {
  'API key': { 'x-api-key': `stoa_${'w'.repeat(33)}` },
  'malformed key': { 'x-api-key': 'x' },
  'end-user token': { authorization: `Bearer stoaeu_${'w'.repeat(33)}` },
  'malformed end-user token': { authorization: 'Bearer stoaeu_x' },
  'session cookie': { cookie: `stoa_session=${'w'.repeat(43)}` },
}
for (const [i, [what, wrong]] of Object.entries(credentials).entries())
  test(`429 after 300 wrong ones a minute from one IP address: ${what}; right ones pass`, async () => {
    app.clock.advance(120_000)
    const from = `203.0.113.${100 + i}`
    const send = async (headers: Record<string, string>, remoteAddress = from) =>
      (
        await app.app.http.inject({
          method: 'GET',
          url: '/api/v1/users/profile',
          remoteAddress,
          headers: { host: 'localhost', ...headers },
        })
      ).statusCode
    await app.clock.standing(async () => {
      const statuses = await Promise.all(Array.from({ length: 305 }, () => send(wrong)))
      assert.equal(statuses.filter((status) => status === 401).length, 300)
      assert.equal(statuses.filter((status) => status === 429).length, 5)
      assert.equal(await send({ 'x-api-key': project.memberKey }), 200)
      assert.equal(await send({}), 401)
      assert.equal(await send(wrong, '203.0.113.200'), 401)
    })
  })
