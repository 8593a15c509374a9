import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { after, describe, it } from 'node:test'
import { AppError } from '../errors.ts'
import { type Blobs, createBlobs } from './blobs.ts'
import type { S3Settings } from './settings.ts'

const servers: Server[] = []

after(() => {
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
})

const settingsFor = (endpoint: string): S3Settings => ({
  kind: 's3',
  bucket: 'box',
  endpoint,
  region: 'us-east-1',
  forcePathStyle: true,
  credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
})

/** Plays what the full S3 server of the shared cases does not know or never does. */
async function play(respond: RequestListener): Promise<{ blobs: Blobs; calls: string[] }> {
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    request.resume().on('end', () => respond(request, response))
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return {
    blobs: createBlobs(settingsFor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
    calls,
  }
}

const failsWith = (code: string) => (error: unknown) => error instanceof AppError && error.code === code
const errorOf = (code: string) => `<Error><Code>${code}</Code><Message>no</Message></Error>`

describe('an S3 server', () => {
  it('that refuses a part gets a request to abort the upload', async () => {
    const { blobs, calls } = await play((request, response) => {
      if (request.method === 'POST') response.end('<R><UploadId>u1</UploadId></R>')
      else if (request.method === 'PUT') response.writeHead(403).end(errorOf('AccessDenied'))
      else response.writeHead(204).end()
    })
    const content = Readable.from([Buffer.alloc(6 * 1024 * 1024)])
    await assert.rejects(blobs.put('a', content), failsWith('service_unavailable'))
    assert.match(calls.at(-1)!, /^DELETE \/box\/a\?.*uploadId=u1/)
    assert.equal(content.destroyed, true)
  })

  it('is swept of uploads that are old and ours', async () => {
    const upload = (key: string, id: string, at: Date) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`
    const old = new Date(Date.now() - 7_200_000)
    const { blobs, calls } = await play((request, response) => {
      if (request.method !== 'GET') return response.writeHead(204).end()
      const isSecond = request.url!.includes('key-marker=a')
      const uploads = isSecond
        ? upload('b/c', 'u4', old)
        : upload('a', 'u1', old) + upload('a', 'u2', new Date()) + upload('Not Ours.txt', 'u3', old)
      const next = isSecond
        ? ''
        : '<NextKeyMarker>a</NextKeyMarker><NextUploadIdMarker>u3</NextUploadIdMarker>'
      response.end(`<R><IsTruncated>${!isSecond}</IsTruncated>${next}${uploads}</R>`)
    })
    assert.equal(await blobs.sweep(3_600_000), 2)
    const aborted = calls
      .filter((call) => call.startsWith('DELETE'))
      .map((call) => /uploadId=(\w+)/.exec(call)![1])
    assert.deepEqual(aborted, ['u1', 'u4'])
  })

  it('that cannot list uploads needs no sweep', async () => {
    const { blobs } = await play((_, response) => response.writeHead(501).end(errorOf('NotImplemented')))
    assert.equal(await blobs.sweep(0), 0)
  })

  it('that is full says so', async () => {
    const { blobs } = await play((_, response) => response.writeHead(507).end(errorOf('XMinioStorageFull')))
    await assert.rejects(blobs.put('a', Buffer.from('x')), failsWith('storage_full'))
    await assert.rejects(blobs.check(), failsWith('storage_full'))
  })

  it('without the bucket is a failure, not an empty one', async () => {
    const { blobs } = await play((_, response) => response.writeHead(404).end(errorOf('NoSuchBucket')))
    await assert.rejects(blobs.get('a'), failsWith('service_unavailable'))
    await assert.rejects(Readable.from(blobs.list()).toArray(), failsWith('service_unavailable'))
  })

  it('that cannot be reached is a failure without its URL', async () => {
    const blobs = createBlobs(settingsFor('http://127.0.0.1:9'))
    await assert.rejects(blobs.check(), (error: Error) => {
      assert.ok(!error.message.includes('127.0.0.1'))
      return failsWith('service_unavailable')(error)
    })
    await blobs.close()
  })

  it('holds objects of others, which are passed over', async () => {
    const object = (key: string) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`
    const { blobs } = await play((_, response) => {
      response.end(
        `<R><IsTruncated>false</IsTruncated>${object('a/b')}${object('Theirs.txt')}${object('x+y')}</R>`,
      )
    })
    assert.deepEqual(
      (await Readable.from(blobs.list()).toArray()).map(({ key }) => key),
      ['a/b'],
    )
  })
})
