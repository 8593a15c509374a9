import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { readConfig, unknownVariables } from './config.ts'
import { variables } from './config-variables.ts'
import { StartFault } from './kernel/start-fault.ts'

const faultsOf = (env: Record<string, string>): string => {
  try {
    readConfig(env)
  } catch (error) {
    assert.ok(error instanceof StartFault)
    return error.message
  }
  return ''
}

test('without any variable the defaults of the documentation hold', () => {
  const { config, secrets } = readConfig({})
  assert.equal(config.publicUrl.origin, 'http://127.0.0.1:4400')
  assert.equal(config.dataDir, resolve('data'))
  assert.equal(config.usesEmbeddedDatabase, true)
  assert.deepEqual([config.role, config.creditsPerUsd, config.rateLimitPerMinute], ['all', 1000, 600])
  assert.equal(config.eventStartsPerMinute, 5_000)
  assert.match(faultsOf({ STOA_EVENT_STARTS: '0' }), /STOA_EVENT_STARTS/)
  assert.ok(Object.values(secrets).every((value) => value === null))
})

test('a variable that is empty counts as not set', () => {
  const empty = Object.fromEntries(variables.map((name) => [name, ' ']))
  assert.deepEqual(readConfig(empty), readConfig({}))
})

test('the public address follows from where the server listens, also for IPv6', () => {
  assert.equal(readConfig({ HOST: '::1', PORT: '80' }).config.publicUrl.href, 'http://[::1]/')
  assert.equal(readConfig({ HOST: '[::1]', PORT: '8080' }).config.publicUrl.origin, 'http://[::1]:8080')
  const { config } = readConfig({ STOA_PUBLIC_URL: 'https://stoa.example.com' })
  assert.equal(config.publicUrl.origin, 'https://stoa.example.com')
})

test('proxies are trusted by number or by network, and none by default', () => {
  const proxies = (value: string) => readConfig({ STOA_TRUST_PROXY: value }).config.trustedProxies
  assert.equal(proxies(''), null)
  assert.equal(proxies('0'), null)
  assert.equal(proxies('2'), 2)
  assert.deepEqual(proxies('127.0.0.1, 10.0.0.0/8,[fd00::]/8'), ['127.0.0.1/32', '10.0.0.0/8', 'fd00::/8'])
})

test('what is read cannot be changed afterwards', () => {
  const { config, secrets } = readConfig({})
  assert.ok(Object.isFrozen(config))
  assert.ok(Object.isFrozen(secrets))
})

for (const [name, values] of Object.entries({
  PORT: ['-1', '65536', '80.5', '0x50', 'http'],
  HOST: ['127.0.0.1:80', 'http://here', 'a b'],
  DATABASE_URL: ['mysql://host/db', 'host:5432'],
  STOA_API_KEY: ['stoa_short', `key_${'x'.repeat(40)}`, `stoa_${'x'.repeat(30)}!`],
  STOA_PUBLIC_URL: ['stoa.example.com', 'ftp://stoa.example.com', 'https://stoa.example.com/path'],
  STOA_ALLOW_PRIVATE: ['10.0.0.0/33', 'localhost'],
  STOA_ALLOWED_ORIGINS: ['https://app.example.com/path', 'null'],
  STOA_TRUST_PROXY: ['true', '11', '-1', '10.0.0.0/33', 'proxy.example.com', '10.0.0.1:80', ','],
  STOA_ROLE: ['everything'],
  STOA_MODEL_PRICES: ['none', '[]', '{"x/*":{"prompt":"-1","completion":"0"}}', '{"x/*":"free"}'],
  STOA_CREDITS_PER_USD: ['0', '1.5'],
  STOA_RATE_LIMIT: ['0', 'none'],
  LOG_LEVEL: ['loud'],
})) {
  test(`${name} is refused by its name`, () => {
    for (const value of values) {
      assert.ok(
        faultsOf({ [name]: value }).startsWith(`${name} `),
        `${value}: ${faultsOf({ [name]: value })}`,
      )
    }
  })
}

test('all faults are reported together, and what may be a secret is never repeated', () => {
  const message = faultsOf({
    PORT: 'x',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://root:hunter2@db',
    STOA_API_KEY: 'hunter2',
    STOA_ADMIN_EMAIL: 'ada@example.com',
    STOA_ADMIN_PASSWORD: 'hunter2',
  })
  for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_URL', 'STOA_API_KEY', 'STOA_ADMIN_PASSWORD']) {
    assert.ok(message.includes(name), name)
  }
  assert.ok(!message.includes('hunter2'))
})

test('the first account needs both its email and its password', () => {
  assert.match(faultsOf({ STOA_ADMIN_EMAIL: 'ada@example.com' }), /go together/)
  assert.match(faultsOf({ STOA_ADMIN_PASSWORD: 'a long password' }), /go together/)
})

test('only variables that look like ours are called unknown', () => {
  assert.deepEqual(unknownVariables({ STOA_RATE_LIMT: '1', STOA_ROLE: 'all', PATH: '/bin' }), [
    'STOA_RATE_LIMT',
  ])
})

test('.env.example has every variable once, with a comment before it, and changes nothing', async () => {
  const lines = (await readFile(new URL('../../.env.example', import.meta.url), 'utf8')).trim().split('\n')
  const assignments = lines.filter((line) => /^#[A-Z]/.test(line) && line.includes('='))
  assert.deepEqual(
    assignments.map((line) => line.slice(1).split('=')[0]),
    [...variables],
  )
  for (const line of assignments) assert.match(lines[lines.indexOf(line) - 1]!, /^# \S.*\.$/, line)
  assert.ok(lines.every((line) => line === '' || line.startsWith('#')))
  const asWritten = Object.fromEntries(assignments.map((line) => line.slice(1).split(/=(.*)/s)))
  const read = readConfig(asWritten)
  assert.deepEqual(JSON.stringify(read), JSON.stringify(readConfig({})), 'the defaults are the true ones')
})

test('prices of models are read by model, as texts or numbers', () => {
  const text =
    '{"openrouter/*":{"prompt":0.000001,"completion":"0.000002"},"azure/x":{"perUnit":"0.04"},"*":"unpriced"}'
  assert.deepEqual(readConfig({ STOA_MODEL_PRICES: text }).config.modelPrices, {
    'openrouter/*': { prompt: '0.000001000000000000', completion: '0.000002' },
    'azure/x': { perUnit: '0.04' },
    '*': 'unpriced',
  })
})
