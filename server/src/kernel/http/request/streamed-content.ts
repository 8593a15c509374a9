import { createHash } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'
import type { Input } from '../endpoint.ts'
import type { UploadPart } from './upload.ts'

type Streams = Pick<Input, 'upload' | 'bytes'>

/** Whether the bytes of a request agree with those of an earlier one: its length, then a hash of what it consists of. */
export type StreamedContent = {
  /** What the handler reads instead: the same, noted while it passes. */
  streams: Streams
  /** Reads the rest itself, no further than content like this one reaches. */
  readToEnd(mark: string): Promise<void>
  /** What was read so far. */
  mark(): string
}

/**
 * Hashes a streamed body while it is read, so that a repeated request can be recognized. A
 * multipart body is hashed part by part: its boundary is different each time it is sent.
 */
export function noteContent({ upload, bytes }: Streams, isBytes: boolean, prefix: string): StreamedContent {
  const hash = createHash('sha256').update(prefix)
  let length = 0

  function noted(stream: Readable): Readable {
    let size = 0
    const through = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length
        length += chunk.length
        hash.update(chunk)
        done(null, chunk)
      },
      flush(done) {
        // Else the end of one file could pass for the beginning of the next.
        hash.update(`\n${size}\n`)
        done()
      },
    })
    // A caller that reads learns of the failure.
    pipeline(stream, through, () => undefined)
    return through
  }

  function notedPart(part: UploadPart): UploadPart {
    const { kind, name } = part
    if (kind === 'field') {
      hash.update(JSON.stringify([kind, name, part.value]))
      return part
    }
    hash.update(JSON.stringify([kind, name, part.fileName, part.mimeType]))
    return { ...part, stream: noted(part.stream) }
  }

  async function* parts(): AsyncGenerator<UploadPart> {
    for await (const part of upload) yield notedPart(part)
  }

  const streams: Streams = isBytes
    ? { upload, bytes: noted(bytes) }
    : { upload: { [Symbol.asyncIterator]: parts }, bytes }
  return {
    streams,
    mark: () => `${length}:${hash.copy().digest('base64url')}`,
    async readToEnd(mark) {
      const most = Number(mark.split(':')[0])
      const read = async (stream: Readable) => {
        for await (const _ of stream) if (length > most) return
      }
      if (isBytes) return read(streams.bytes)
      for await (const part of streams.upload) {
        if (part.kind === 'file') await read(part.stream)
        if (length > most) return
      }
    },
  }
}
