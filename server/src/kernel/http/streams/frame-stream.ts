import type { Writable } from 'node:stream'

/** Text that is written to a response as it comes about, only as fast as the client reads. */
export type FrameStream = {
  /** Begins to read the source. */
  sendTo(response: Writable): void
  /** Closes the source of one that is not sent. */
  destroy(): void
}

/** Of the body of a response. */
export const isFrameStream = (body: object): body is FrameStream => 'sendTo' in body
