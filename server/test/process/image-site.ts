import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/** The smallest image there is: one transparent point. */
export const picture = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')

/** A site with one image, which it serves when the test releases it. */
export async function startImageSite(t: TestContext) {
  const waiting: ServerResponse[] = []
  const site = createServer((_request, response) => waiting.push(response)).listen(0, '127.0.0.1')
  await once(site, 'listening')
  t.after(() => {
    site.closeAllConnections()
    site.close()
  })
  return {
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/picture.gif`,
    waiting,
    respond() {
      for (const response of waiting.splice(0)) response.writeHead(200).end(picture)
    },
  }
}
