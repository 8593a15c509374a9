import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import type { S3Settings } from './settings.ts'

type Sdk = typeof import('./s3-sdk.ts').s3Sdk

/** Everything that is said to one bucket. */
export type S3Connection = { readonly sdk: Sdk; readonly client: S3Client; readonly bucket: string }

/** The SDK is loaded with the first call: an installation that stores its blobs on disk never pays for it. */
export async function openConnection({ bucket, endpoint, ...settings }: S3Settings): Promise<S3Connection> {
  const { s3Sdk: sdk } = await import('./s3-sdk.ts')
  const agent = { keepAlive: true, maxSockets: 512 }
  const config: S3ClientConfig = {
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    // By default every upload carries a checksum that older servers take for content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 5_000,
      // Until the response begins. A reader may then take its time, so the silence allowed later is longer.
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
      socketTimeout: 300_000,
      // A download holds its connection as long as its reader takes: the default of 50 would be used up by 50 slow
      // readers.
      httpAgent: agent,
      httpsAgent: agent,
    },
  }
  if (endpoint !== null) config.endpoint = endpoint
  if (settings.credentials) config.credentials = settings.credentials
  return { sdk, client: new sdk.S3Client(config), bucket }
}
