import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { databasePid, launcher, makeInstallation, makeTemplate } from './stoa.ts'

const limitMb = 230

/** What a process takes of the machine, with its part of what it shares with others. */
async function pssMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)![1]) / 1024
}

async function childrenOf(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(
    pids.map(async (each) => {
      const text = await readFile(`/proc/${each}/stat`, 'utf8').catch(() => '')
      return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
    }),
  )
  return pids.filter((_, i) => parents[i] === pid)
}

test('the whole product, database included, is content with little memory', {
  skip: process.platform !== 'linux' && 'reads /proc',
}, async (t) => {
  const installation = await makeInstallation(t, launcher)
  await (await makeTemplate()).copyTo(installation.dataDir)
  const server = await installation.start({ STOA_DATA_DIR: installation.dataDir })
  assert.equal((await server.call('GET', '/users/profile')).status, 200)
  const environment = await readFile(`/proc/${server.pid}/environ`, 'utf8')
  for (const setting of ['MALLOC_ARENA_MAX=1', 'MALLOC_TRIM_THRESHOLD_=131072'])
    assert.ok(environment.split('\0').includes(setting), setting)
  const database = (await databasePid(installation.dataDir))!
  const node = await pssMb(server.pid)
  // Connections come and go, and with them their processes.
  const parts = await Promise.all(
    [database, ...(await childrenOf(database))].map((pid) => pssMb(pid).catch(() => 0)),
  )
  const postgres = parts.reduce((sum, part) => sum + part, 0)
  t.diagnostic(`server ${node.toFixed(0)} MB, database ${postgres.toFixed(0)} MB`)
  assert.ok(node > 10 && postgres > 5, 'something was measured')
  assert.ok(node + postgres < limitMb, `${(node + postgres).toFixed(0)} MB`)
  await server.stop()
})
