import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findChromium } from '../../src/areas/browsers/drivers/find-chromium.ts'
import { descendantsOf, isAlive } from '../sandbox/attacks/processes.ts'
import { inLongRun } from '../size.ts'
import { until } from '../until.ts'
import { makeInstallation, makeTemplate } from './stoa.ts'

const skip = findChromium(null).kind === 'missing' || process.platform !== 'linux'

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

test('kill -9 of the server leaves no process of a browser, and the session has ended with the reason', {
  skip,
}, async (t) => {
  const installation = await makeInstallation(t)
  await (await makeTemplate()).copyTo(installation.dataDir)
  const env = { STOA_DATA_DIR: installation.dataDir, LOG_LEVEL: 'fatal', STOA_ALLOW_UNSEALED: '1' }
  const first = await installation.start(env)
  const made = await first.call('POST', '/browser/sessions', { driver: 'chromium' })
  assert.equal(made.body.data?.status, 'running', JSON.stringify(made.body))
  const browsers = descendantsOf(first.pid)
    .map(({ pid }) => pid)
    .filter((pid) => /browsers\/child\/main|chrom/.test(commandOf(pid)))
  assert.ok(browsers.length > 2, `only ${browsers.length} processes`)
  await first.stop('SIGKILL')
  await until(() => !browsers.some(isAlive), 'the end of every process of a browser')

  // The lease of the dead server has to expire first.
  if (inLongRun.skip) return
  const second = await installation.start(env)
  const session = async () => (await second.call('GET', `/browser/sessions/${made.body.data.id}`)).body.data
  await until(async () => (await session()).endedReason === 'host_restart', 'the end of the session')
  assert.equal((await second.stop()).code, 0)
})
