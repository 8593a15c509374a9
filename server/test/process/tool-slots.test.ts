import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { inLongRun } from '../size.ts'
import { until } from '../until.ts'
import { externalSettings } from './external-database.ts'
import { makeInstallation } from './stoa.ts'

// The longest timeout there is: a slot that were held for as long as its tool may take would be held for minutes.
const timeoutMs = 300_000
const freeWithinMs = 20_000

test(
  'kill -9 with every tool slot of a project taken: they are free again within seconds',
  inLongRun,
  async (t) => {
    let requested = 0
    const silent = createServer(() => void requested++).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    t.after(() => {
      silent.closeAllConnections()
      silent.close()
    })
    const { port } = silent.address() as AddressInfo
    const installation = await makeInstallation(t)
    const env = {
      ...(await externalSettings()),
      STOA_DATA_DIR: installation.dataDir,
      STOA_ALLOW_PRIVATE: `127.0.0.1:${port}`,
    }
    const server = await installation.start(env)
    const made = await server.call('POST', '/tools', {
      slug: 'never_ends',
      name: 'Never ends',
      description: 'Waits.',
      toolkitSlug: 'own',
      noAuth: true,
      inputParameters: { type: 'object' },
      http: { method: 'POST', url: `http://127.0.0.1:${port}/` },
    })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const hanging = Array.from({ length: 20 }, () =>
      server.call('POST', '/tools/execute/never_ends', { timeoutMs }).catch(() => null),
    )
    await until(() => requested === 20, 'twenty tools at work', 60_000)
    const hash = { arguments: { text: 'a' } }
    assert.equal((await server.call('POST', '/tools/execute/crypto_hash', hash)).status, 429)
    assert.equal((await server.stop('SIGKILL')).signal, 'SIGKILL')
    await Promise.all(hanging)

    const again = await installation.start(env)
    await until(
      async () => (await again.call('POST', '/tools/execute/crypto_hash', hash)).status === 200,
      'a free slot',
      freeWithinMs,
    )
    await again.stop()
  },
)
