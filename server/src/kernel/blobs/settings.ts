import { join } from 'node:path'
import { StartFault } from '../start-fault.ts'

export type DiskSettings = { readonly kind: 'disk'; readonly directory: string }

export type S3Settings = {
  readonly kind: 's3'
  readonly bucket: string
  /** Null for Amazon's own. */
  readonly endpoint: string | null
  readonly region: string
  readonly forcePathStyle: boolean
  /** Null leaves it to the SDK: its profile files, the role of the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
}

export type BlobSettings = DiskSettings | S3Settings

export type BlobEnvironment = {
  dataDir: string
  accessKeyId?: string | null | undefined
  secretAccessKey?: string | null | undefined
}

const bucketForm = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const parameters = ['endpoint', 'region', 'forcePathStyle']

/** Reads STOA_BLOBS: `file:`, or `s3://bucket?endpoint=https://…&region=…&forcePathStyle=true`. */
export function parseBlobSettings(text: string, environment: BlobEnvironment): BlobSettings {
  if (text === 'file:') return { kind: 'disk', directory: join(environment.dataDir, 'blobs') }
  const url = URL.parse(text)
  if (url?.protocol !== 's3:') throw fault('is neither "file:" nor an s3:// URL')
  // It would end up in process lists and logs.
  if (url.username || url.password)
    throw fault('must not contain keys', 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  if (!bucketForm.test(url.host)) throw fault('does not name a bucket')
  if (url.pathname !== '' && url.pathname !== '/')
    throw fault('has a path behind the bucket, which has no meaning')
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.includes(name))
  if (unknown !== undefined) throw fault(`has the unknown parameter "${unknown}"`)
  const endpoint = parseEndpoint(url.searchParams.get('endpoint'))
  return {
    kind: 's3',
    bucket: url.host,
    endpoint,
    region: url.searchParams.get('region') || 'us-east-1',
    forcePathStyle: parsePathStyle(url.searchParams.get('forcePathStyle'), endpoint !== null),
    credentials: parseCredentials(environment),
  }
}

function parseEndpoint(text: string | null): string | null {
  if (text === null) return null
  const url = URL.parse(text)
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash
  if (!isPlain) throw fault('has an endpoint that is not an http or https URL')
  return url.href.replace(/\/$/, '')
}

/** S3-compatible servers rarely support virtual-hosted bucket names. */
function parsePathStyle(text: string | null, fallback: boolean): boolean {
  if (text === null) return fallback
  if (text !== 'true' && text !== 'false') throw fault('has a forcePathStyle that is neither true nor false')
  return text === 'true'
}

function parseCredentials({ accessKeyId, secretAccessKey }: BlobEnvironment): S3Settings['credentials'] {
  if (!accessKeyId && !secretAccessKey) return null
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey }
  throw new StartFault(
    'Only one of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY is set',
    'set both, or neither to use the role of the machine',
  )
}

const fault = (
  reason: string,
  fix = 'write file: or s3://bucket?endpoint=https://host&region=us-east-1',
): StartFault => new StartFault(`STOA_BLOBS ${reason}`, fix)
