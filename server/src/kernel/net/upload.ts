import { PassThrough, type Readable } from 'node:stream'

/** The content of a request while it is sent. */
export type Upload = {
  readonly body: Readable
  /** What the caller's stream failed with, if it did. */
  failure(): Error | null
}

/**
 * Puts a stream between the caller's and the client's. The client destroys what it was given with whatever went
 * wrong; without the one between, a failure of the caller's stream would look like one of the other side.
 */
export function startUpload(source: Readable): Upload {
  const body = new PassThrough()
  let failure: Error | null = null
  const fail = (error: Error) => {
    failure ??= error
    body.destroy(error)
  }
  source.on('error', fail)
  source.on('close', () => {
    if (!source.readableEnded && !body.destroyed) fail(new Error('the content of the request broke off'))
  })
  body.on('error', () => {})
  body.on('close', () => source.destroy())
  source.pipe(body)
  return { body, failure: () => failure }
}
