import { type Behaviour, saying, startModelUpstream } from '../fakes/model-upstream.ts'
import { startFakeS3 } from '../fakes/s3.ts'
import { startReceiver } from '../fakes/webhook-receiver.ts'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'

/** Returns the last message, in pieces, so that a stream can be broken off in the middle of it. */
const echo: Behaviour = (response, request) => {
  const [last] = (request.body?.messages ?? []).slice(-1)
  const words = String(last?.content ?? '').split(/(?<=-)/)
  return saying(words)(response, request)
}

/** Everything outside the installation that its load needs; models and objects are behind proxies that can make trouble. */
export async function startOutside() {
  const upstream = await startModelUpstream({ '*': echo })
  const s3 = await startFakeS3()
  const receiver = await startReceiver()
  const models = await startFaultyProxy({ host: '127.0.0.1', port: Number(new URL(upstream.url).port) })
  const objects = await startFaultyProxy({ host: '127.0.0.1', port: Number(new URL(s3.endpoint).port) })
  return {
    models,
    objects,
    receiver,
    modelSettings: {
      OPENAI_API_KEY: 'key',
      OPENAI_BASE_URL: `http://127.0.0.1:${models.port}/v1`,
    },
    blobSettings: {
      STOA_BLOBS: `s3://${s3.bucket}?endpoint=http://127.0.0.1:${objects.port}&forcePathStyle=true`,
      AWS_ACCESS_KEY_ID: s3.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
    },
    /** Ids and names that a request from outside brought, and how often. */
    timesReceived: (path: string, text: string) =>
      receiver.at(path).filter(({ body }) => body.includes(text)).length,
    async stop(): Promise<void> {
      await Promise.all([models.stop(), objects.stop(), receiver.stop(), upstream.stop(), s3.stop()])
    },
  }
}

export type Outside = Awaited<ReturnType<typeof startOutside>>
export type { FaultyProxy }
