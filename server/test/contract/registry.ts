import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An npm registry that has every package in one version and finds none by words. */
export async function startRegistry() {
  const version = { version: '1.0.0', dependencies: {}, dist: { tarball: '', integrity: 'sha512-x' } }
  const found = { 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } }
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(url?.startsWith('/-/v1/search') ? { objects: [] } : found))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
