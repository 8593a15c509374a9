import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { mountSinglePageApp, readSinglePageApp } from './single-page-app.ts'

describe('a built single-page app', () => {
  let directory: string
  let server: FastifyInstance
  const script = 'console.log("a script that is long enough to be compressed")'

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'stoa-app-files-'))
    await mkdir(join(directory, 'assets'))
    await writeFile(join(directory, 'routes.json'), JSON.stringify(['/', '/things/{id}']))
    await writeFile(join(directory, 'index.html'), '<!doctype html><title>App</title>')
    await writeFile(join(directory, 'assets/app-1a2b.js'), script)
    await writeFile(join(directory, 'assets/app-1a2b.js.br'), brotliCompressSync(script))
    await writeFile(join(directory, 'assets/letters-3c4d.woff2'), 'a font')
    await writeFile(join(directory, 'assets/notes.txt'), 'not for the web')
    server = Fastify()
    mountSinglePageApp(server, readSinglePageApp(directory)!)
  })
  after(async () => {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  })
  const get = (url: string, headers: Record<string, string> = {}) =>
    server.inject({ method: 'GET', url, headers })

  it('200: serves its document at each of its paths, under the policy of pages', async () => {
    for (const path of ['/', '/things/7']) {
      const response = await get(path)
      assert.equal(response.statusCode, 200, path)
      assert.match(response.payload, /<title>App/)
      assert.equal(response.headers['cache-control'], 'no-cache')
      const policy = String(response.headers['content-security-policy'])
      assert.match(policy, /script-src 'self'/)
      assert.match(policy, /font-src 'self';/)
      // Recordings are played from our own origin; nothing created inside the page is ever run or shown.
      assert.match(policy, /media-src 'self';/)
      assert.doesNotMatch(policy, /blob:|unsafe/)
    }
  })

  it('404: serves nothing at other paths, nor files of a kind it does not know', async () => {
    for (const path of ['/nowhere', '/things', '/assets/notes.txt', '/routes.json', '/assets/../index.html'])
      assert.equal((await get(path)).statusCode, 404, path)
  })

  it('200: lets a browser keep what carries its hash in its name', async () => {
    const response = await get('/assets/app-1a2b.js')
    assert.match(String(response.headers['cache-control']), /immutable/)
    assert.equal(response.payload, script)
  })

  it('200: serves fonts with their type, as they are', async () => {
    const response = await get('/assets/letters-3c4d.woff2', { 'accept-encoding': 'gzip, br' })
    assert.equal(response.headers['content-type'], 'font/woff2')
    assert.equal(response.headers['content-encoding'], undefined)
    assert.match(String(response.headers['cache-control']), /immutable/)
  })

  it('200: sends the compressed form to who takes it, and only then', async () => {
    const taken = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' })
    assert.equal(taken.headers['content-encoding'], 'br')
    assert.equal(String(brotliDecompressSync(taken.rawPayload)), script)
    for (const header of ['gzip', 'br;q=0', 'identity']) {
      const plain = await get('/assets/app-1a2b.js', { 'accept-encoding': header })
      assert.equal(plain.headers['content-encoding'], undefined, header)
    }
  })

  it('304: does not send again what the browser has', async () => {
    const { headers } = await get('/')
    const again = await get('/', { 'if-none-match': String(headers.etag) })
    assert.deepEqual([again.statusCode, again.payload], [304, ''])
  })

  it('is null where nothing was built', () => {
    assert.equal(readSinglePageApp(join(directory, 'elsewhere')), null)
  })
})
