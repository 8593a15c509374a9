import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { StartFault } from '../start-fault.ts'
import { parseBlobSettings } from './settings.ts'

const keys = { accessKeyId: 'id', secretAccessKey: 'secret' }

describe('parseBlobSettings', () => {
  it('puts files under the data directory', () => {
    assert.deepEqual(parseBlobSettings('file:', { dataDir: '/data' }), {
      kind: 'disk',
      directory: '/data/blobs',
    })
  })

  it('reads a bucket on another server', () => {
    const text = 's3://my-bucket?endpoint=http://127.0.0.1:9000&region=eu-west-1&forcePathStyle=false'
    assert.deepEqual(parseBlobSettings(text, { dataDir: '/data', ...keys }), {
      kind: 's3',
      bucket: 'my-bucket',
      endpoint: 'http://127.0.0.1:9000',
      region: 'eu-west-1',
      forcePathStyle: false,
      credentials: keys,
    })
  })

  it('fills in the rest', () => {
    assert.deepEqual(parseBlobSettings('s3://my.bucket', { dataDir: '/data' }), {
      kind: 's3',
      bucket: 'my.bucket',
      endpoint: null,
      region: 'us-east-1',
      forcePathStyle: false,
      credentials: null,
    })
    const elsewhere = parseBlobSettings('s3://my-bucket/?endpoint=https://s3.example/', { dataDir: '/data' })
    assert.ok(
      elsewhere.kind === 's3' && elsewhere.forcePathStyle && elsewhere.endpoint === 'https://s3.example',
    )
  })

  const faults: [string, RegExp][] = [
    ['', /neither/],
    ['/var/blobs', /neither/],
    ['file:/var/blobs', /neither/],
    ['https://bucket.s3.amazonaws.com', /neither/],
    ['s3://', /bucket/],
    ['s3://Bad_Bucket', /bucket/],
    ['s3://id:secret@bucket', /must not contain keys/],
    ['s3://bucket/folder', /path/],
    ['s3://bucket?endpont=http://x', /"endpont"/],
    ['s3://bucket?endpoint=ftp://x', /endpoint/],
    ['s3://bucket?endpoint=http://u:p@x', /endpoint/],
    ['s3://bucket?endpoint=', /endpoint/],
    ['s3://bucket?forcePathStyle=yes', /forcePathStyle/],
  ]
  for (const [text, cause] of faults) {
    it(`refuses "${text}"`, () => {
      assert.throws(
        () => parseBlobSettings(text, { dataDir: '/data', ...keys }),
        (error) => error instanceof StartFault && cause.test(error.message) && error.fix !== '',
      )
    })
  }

  it('refuses half of the credentials', () => {
    for (const half of [{ accessKeyId: 'id' }, { secretAccessKey: 'secret', accessKeyId: null }]) {
      assert.throws(() => parseBlobSettings('s3://bucket', { dataDir: '/data', ...half }), /Only one/)
    }
  })
})
