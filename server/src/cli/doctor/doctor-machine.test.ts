import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from '../../config.ts'
import { readHealth } from '../commands/healthz.ts'
import { checkAddress, checkBlobs, checkDataDir, checkNode, checkPort, checkSpace } from './doctor-machine.ts'
import { checkOcr } from './doctor-ocr.ts'
import { checkSandboxes } from './doctor-sandbox.ts'

const installation = await mkdtemp(join(tmpdir(), 'stoa-doctor-'))
after(() => rm(installation, { recursive: true, force: true }))

const settings = (env: Record<string, string>) => readConfig({ STOA_DATA_DIR: installation, ...env })
const config = (env: Record<string, string> = {}) => settings(env).config

test('the versions of Node that run TypeScript', async () => {
  const states = await Promise.all(['20.20.2', '24.6.9', '24.7.0', '26.0.0'].map(checkNode))
  assert.deepEqual(
    states.map(({ state }) => state),
    ['fail', 'fail', 'ok', 'ok'],
  )
})

test('a data directory: closed to others, open to others, not there, not a directory', async () => {
  assert.equal((await checkDataDir(config())).state, 'ok')
  await chmod(installation, 0o755)
  assert.equal((await checkDataDir(config())).state, 'warn')
  await chmod(installation, 0o700)
  const missing = await checkDataDir(config({ STOA_DATA_DIR: join(installation, 'a', 'b') }))
  assert.match(missing.finding, /will be made/)
  const file = join(installation, 'file')
  await writeFile(file, '')
  assert.equal((await checkDataDir(config({ STOA_DATA_DIR: file }))).state, 'fail')
  const dangling = join(installation, 'dangling')
  await symlink(join(installation, 'nowhere'), dangling)
  assert.match((await checkDataDir(config({ STOA_DATA_DIR: dangling }))).finding, /leads nowhere/)
  assert.match((await checkSpace(config({ STOA_DATA_DIR: join(installation, 'a', 'b') }))).finding, /free/)
})

test('a URL that the network can reach must use https and be reachable', async () => {
  const stateOf = async (env: Record<string, string>) => (await checkAddress(config(env))).state
  assert.equal(await stateOf({}), 'ok')
  assert.equal(await stateOf({ HOST: 'localhost' }), 'ok')
  assert.equal(await stateOf({ HOST: '::1' }), 'ok')
  assert.equal(await stateOf({ HOST: '0.0.0.0' }), 'warn')
  assert.equal(await stateOf({ HOST: '10.1.2.3' }), 'warn')
  assert.equal(await stateOf({ HOST: '0.0.0.0', STOA_PUBLIC_URL: 'https://stoa.example.com' }), 'ok')
})

test('a port: free, taken by another program, taken by us', async (t) => {
  let reply = 'not ours'
  const occupant = createServer((_request, response) => response.end(reply)).listen(0, '127.0.0.1')
  await once(occupant, 'listening')
  t.after(() => occupant.close())
  const PORT = String((occupant.address() as AddressInfo).port)
  await assert.rejects(checkPort(config({ PORT })), { name: 'StartFault', message: /in use/ })
  assert.deepEqual(await readHealth(config({ PORT })), { by: 'other' })
  reply = JSON.stringify({ status: 'ok', version: '1.2.3' })
  assert.match((await checkPort(config({ PORT }))).finding, /Stoa 1\.2\.3 is running/)
  assert.deepEqual(await readHealth(config({ PORT, HOST: '0.0.0.0' })), { by: 'stoa', version: '1.2.3' })
  occupant.close()
  await once(occupant, 'close')
  assert.match((await checkPort(config({ PORT }))).finding, /is free/)
  assert.deepEqual(await readHealth(config({ PORT })), { by: 'none' })
})

test('storage for files is tried out, and nothing is left behind', async () => {
  const blobs = async () => {
    const { config, secrets } = settings({})
    return checkBlobs(config, secrets)
  }
  assert.match((await blobs()).finding, /will be made/)
  await writeFile(join(installation, 'blobs'), '')
  assert.equal((await blobs().catch(() => ({ state: 'fail' }))).state, 'fail')
})

test('sandboxes are tried out, and said to be closed by the kernel where that is so', async () => {
  const { state, finding } = await checkSandboxes(config())
  if (process.platform !== 'linux') assert.equal(state, 'fail')
  else {
    assert.equal(state, 'ok', finding)
    assert.match(finding, /closed \(quickjs/)
  }
})

test('text recognition: it reads an image, or says which package is missing', async () => {
  assert.match((await checkOcr(config())).finding, /an image was read .*\(eng\)/)
  const missing = await checkOcr(config({ STOA_OCR_LANGUAGES: 'eng,tlh' }))
  assert.equal(missing.state, 'warn')
  assert.match(missing.finding, /eng, tlh.*@tesseract\.js-data\/tlh is missing/)
})
