import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { sizeOf } from '../size.ts'
import { externalSettings } from './external-database.ts'
import { launcher, makeInstallation } from './stoa.ts'

const limitMb = 400
/** Every so many pages. */
const step = sizeOf({ short: 150, long: 1, variable: 'STOA_TEST_STEP' })

async function residentMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)![1]) / 1024
}

test('walking the catalogue of tools twice leaves little behind', {
  skip: process.platform !== 'linux' && 'reads /proc',
}, async (t) => {
  const installation = await makeInstallation(t, launcher)
  const server = await installation.start({
    ...(await externalSettings()),
    STOA_DATA_DIR: installation.dataDir,
    STOA_RATE_LIMIT: '1000000',
  })
  const pageOf = async (page: number) => {
    const { status, body } = await server.call('GET', `/tools?limit=100&page=${page}&kind=all`)
    assert.equal(status, 200, JSON.stringify(body.error))
    return body as { data: unknown[]; totalPages: number; hasNextPage: boolean }
  }
  const before = await residentMb(server.pid)
  const { totalPages } = await pageOf(50)
  assert.ok(totalPages > 600)
  for (let round = 0; round < 2; round++)
    for (let page = 1; page <= totalPages; page += step) assert.ok((await pageOf(page)).data.length > 0)
  const behind = await residentMb(server.pid)
  t.diagnostic(`${before.toFixed(0)} MB before, ${behind.toFixed(0)} MB after`)
  assert.ok(behind < limitMb, `${behind.toFixed(0)} MB`)
  await server.stop()
})
