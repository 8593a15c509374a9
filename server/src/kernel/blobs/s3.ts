import type { Readable } from 'node:stream'
import type { ListMultipartUploadsCommandOutput } from '@aws-sdk/client-s3'
import { type BlobDriver, type ByteRange, RangeNotSatisfiable } from './driver.ts'
import { isKey } from './key.ts'
import { openConnection, type S3Connection } from './s3-connection.ts'
import { partSizeFor, slice, uploadParts } from './s3-upload.ts'
import type { S3Settings } from './settings.ts'

// Counted from the start of an upload in parts, which may go on for hours.
const unfinishedMs = 24 * 3_600_000

export function createS3Driver(settings: S3Settings): BlobDriver {
  let connecting: Promise<S3Connection> | null = null
  const connect = () => {
    connecting ??= openConnection(settings)
    return connecting
  }

  return {
    async store(key, content, { contentType, contentLength }) {
      const connection = await connect()
      const target = { Key: key, ...(contentType === undefined ? {} : { ContentType: contentType }) }
      const parts = slice(content, partSizeFor(contentLength))
      const { value: first } = await parts.next()
      if (!first) throw new Error('even empty content has one part')
      if (!first.isLast) return uploadParts(connection, target, first, parts)
      const { sdk, client, bucket: Bucket } = connection
      await client.send(new sdk.PutObjectCommand({ Bucket, ...target, Body: first.bytes }))
    },

    async read(key, range) {
      const { sdk, client, bucket: Bucket } = await connect()
      const Range = range ? { Range: rangeHeader(range) } : {}
      const found = await orNull(client.send(new sdk.GetObjectCommand({ Bucket, Key: key, ...Range })))
      if (!found) return null
      const total = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1]
      return { stream: found.Body as Readable, sizeBytes: Number(total ?? found.ContentLength) }
    },

    async head(key) {
      const { sdk, client, bucket: Bucket } = await connect()
      const found = await orNull(client.send(new sdk.HeadObjectCommand({ Bucket, Key: key })))
      return (
        found && { key, sizeBytes: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) }
      )
    },

    async delete(key) {
      const { sdk, client, bucket: Bucket } = await connect()
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: key }))
    },

    async *list(prefix) {
      const { sdk, client, bucket: Bucket } = await connect()
      for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
        for (const { Key: key, Size, LastModified } of page.Contents ?? []) {
          // The bucket may hold what others put there.
          if (!key || !isKey(key)) continue
          yield { key, sizeBytes: Size ?? 0, modifiedAt: LastModified ?? new Date(0) }
        }
      }
    },

    unfinishedMs,

    async sweep(startedBefore) {
      const connection = await connect()
      const { sdk, client, bucket: Bucket } = connection
      let swept = 0
      for await (const page of listUploads(connection)) {
        for (const { Key, UploadId, Initiated } of page) {
          if (!Key || !isKey(Key) || !Initiated || Initiated >= startedBefore) continue
          await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
          swept++
        }
      }
      return swept
    },

    async close() {
      const connection = await connecting
      connection?.client.destroy()
    },
  }
}

async function* listUploads({ sdk, client, bucket: Bucket }: S3Connection) {
  let at: { KeyMarker?: string; UploadIdMarker?: string } | null = {}
  while (at) {
    const request: Promise<ListMultipartUploadsCommandOutput> = client.send(
      new sdk.ListMultipartUploadsCommand({ Bucket, ...at }),
    )
    const page = await request.catch((error: Error) => {
      // Servers without this call expire their uploads themselves.
      if (error.name === 'NotImplemented') return null
      throw error
    })
    if (!page) return
    yield page.Uploads ?? []
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page
    at = page.IsTruncated && KeyMarker && UploadIdMarker ? { KeyMarker, UploadIdMarker } : null
  }
}

const rangeHeader = ({ start, end }: ByteRange): string => `bytes=${start}-${end ?? ''}`

/** Null when the key is missing. That the bucket is missing is another matter, and fails. */
async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    const { name } = error as Error
    if (name === 'NoSuchKey' || name === 'NotFound') return null
    if (name === 'InvalidRange') throw new RangeNotSatisfiable()
    throw error
  }
}
