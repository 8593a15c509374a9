import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../config.ts'
import { createCommandLog } from './command-log.ts'
import { terminalLine } from './terminal-lines.ts'

const apiKey = 'stoa_0123456789-0123456789-0123456789'

function logTo({ isTTY = false, isServer = true, level = 'info' } = {}) {
  const written: string[] = []
  const channel = { isTTY, write: (text: string) => written.push(text) }
  const settings = readConfig({ STOA_API_KEY: apiKey, LOG_LEVEL: level })
  return { log: createCommandLog({ ...settings, channel, isServer }), written }
}

const request = { requestId: 'r', method: 'GET', route: '/api/v1/things', status: 200, ms: 6.4, ip: '::1' }

test('a program gets JSON lines', () => {
  const { log, written } = logTo()
  log.info(request)
  assert.equal(JSON.parse(written[0]!).route, '/api/v1/things')
})

test('a terminal gets short ones', () => {
  const { log, written } = logTo({ isTTY: true })
  log.info(request)
  log.info({ ...request, status: 404, errorCode: 'project_not_found' })
  log.warn({ err: new Error('it broke'), pid: 7 }, 'the database is down')
  log.info({ applied: ['0001_kernel'] }, 'database migrated')
  const texts = written.map((text) => text.replace(/^\d\d:\d\d:\d\d /, ''))
  assert.deepEqual(texts, [
    'GET /api/v1/things 200 6 ms\n',
    'GET /api/v1/things 404 (project_not_found) 6 ms\n',
    'warn the database is down pid=7 (it broke)\n',
    'database migrated applied=["0001_kernel"]\n',
  ])
})

test('secrets are taken out of both', () => {
  for (const isTTY of [true, false]) {
    const { log, written } = logTo({ isTTY })
    log.warn({ seen: apiKey }, `the key ${apiKey} was used`)
    assert.ok(!written.join().includes(apiKey))
    assert.ok(written.join().includes('[secret]'))
  }
})

test('commands other than the server log only errors, unless a level is set', () => {
  const quiet = logTo({ isServer: false })
  quiet.log.info('news')
  quiet.log.warn('trouble')
  assert.equal(quiet.written.length, 1)
  const requested = logTo({ isServer: false, level: 'debug' })
  requested.log.debug('details')
  assert.equal(requested.written.length, 1)
})

test('what is not JSON is passed on as it is', () => {
  assert.equal(terminalLine('plain text'), 'plain text')
})
