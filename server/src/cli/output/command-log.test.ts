import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { until } from '../../../test/until.ts'
import { readConfig } from '../../config.ts'
import { createCommandLog } from './command-log.ts'
import { terminalLine } from './terminal-lines.ts'

const run = promisify(execFile)
const apiKey = 'stoa_0123456789-0123456789-0123456789'

function logTo({ isTTY = false, isServer = true, level = 'info' } = {}) {
  const written: string[] = []
  const channel = { isTTY, write: (text: string) => written.push(text) }
  const settings = readConfig({ STOA_API_KEY: apiKey, LOG_LEVEL: level })
  return { log: createCommandLog({ ...settings, channel, isServer }), written }
}

const request = { requestId: 'r', method: 'GET', route: '/api/v1/things', status: 200, ms: 6.4, ip: '::1' }

test('a program gets JSON lines, those of one turn together', async () => {
  const { log, written } = logTo()
  log.info(request)
  log.info({ ...request, status: 404 })
  assert.equal(written.join(''), '')
  await until(() => written.length > 0)
  assert.equal(written.length, 1)
  const lines = written[0]!.trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).status),
    [200, 404],
  )
})

test('a warning is written immediately, with the lines before it', () => {
  const { log, written } = logTo()
  log.info(request)
  log.warn('the database is down')
  log.error('it is down for good')
  assert.deepEqual(
    written.map((text) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).level),
    ),
    [['info', 'warn'], ['error']],
  )
})

test('a process that ends writes what was logged last', async () => {
  const program = `
    import { createCommandLog } from ${JSON.stringify(new URL('./command-log.ts', import.meta.url).href)}
    import { readConfig } from ${JSON.stringify(new URL('../../config.ts', import.meta.url).href)}
    const log = createCommandLog({ ...readConfig({}), channel: process.stdout, isServer: true })
    log.info('the last line')
    process.exit(3)`
  const child = run(process.execPath, ['--input-type=module', '-e', program])
  const { code, stdout } = (await child.catch((error: unknown) => error)) as { code: number; stdout: string }
  assert.equal(code, 3)
  assert.match(stdout, /"msg":"the last line"/)
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
