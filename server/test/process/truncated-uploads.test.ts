import assert from 'node:assert/strict'
import { test } from 'node:test'
import { multipart } from '../multipart.ts'
import { sizeOf } from '../size.ts'
import { externalSettings } from './external-database.ts'
import { apiKey, makeInstallation } from './stoa.ts'

/** How many bytes further the next place to cut is. */
const step = sizeOf({ short: 23, long: 1 })

test('a server survives interrupted uploads, and responds to them', async (t) => {
  const installation = await makeInstallation(t)
  const server = await installation.start({
    ...(await externalSettings()),
    STOA_DATA_DIR: installation.dataDir,
  })
  const { body: made } = await server.call('POST', '/table/collections', {
    name: 'Rows',
    schema: { fields: [{ name: 'a', type: 'text' }] },
  })
  const { body: whole, headers } = multipart('a.csv', 'a\n1\n')
  const paths = [
    '/file/upload/single/document',
    '/file/upload/multiple/document',
    `/table/collections/${made.data.id}/documents/import?format=csv`,
  ]
  for (const path of paths) {
    for (let end = 0; end < whole.length - '--\r\n'.length; end += step) {
      const response = await fetch(`${server.line.api}${path}`, {
        method: 'POST',
        headers: { ...headers, 'x-api-key': apiKey },
        body: whole.subarray(0, end),
      })
      assert.equal(response.status, 400, `${path} cut after ${end} bytes: ${await response.text()}`)
    }
  }
  assert.equal((await server.stop()).code, 0)
})
