import { PassThrough, type Readable, Writable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { AppError } from '../../errors.ts'

/** What an upload endpoint takes. Sizes are enforced while the bytes pass, never after they were stored. */
export type UploadLimits = {
  maxFileBytes: number
  maxFiles: number
  maxFields?: number
  maxFieldBytes?: number
  /** Whether the name of a file may be a path, which the handler has to check. */
  hasPaths?: boolean
}

export type UploadPart =
  | { kind: 'field'; name: string; value: string }
  | { kind: 'file'; name: string; fileName: string; mimeType: string; stream: Readable }

/** The parts in the order in which they arrive. A file's stream must be read completely before the next part. */
export type UploadParts = AsyncIterable<UploadPart>

/** The parts of a request that has none. */
export const noUpload: UploadParts = (async function* () {})()

type Headers = Record<string, string | string[] | undefined>

/**
 * Reads a multipart body part by part without keeping it. What is wrong with the body surfaces in the file's stream or
 * in the iteration, whichever the handler is waiting on.
 */
export function readUpload(request: Readable, headers: Headers, limits: UploadLimits): UploadParts {
  const parser = createParser(headers, limits)
  const arrived = createQueue()
  const openFiles = new Set<PassThrough>()

  const fail = (error: AppError) => {
    arrived.fail(error)
    for (const file of openFiles) file.destroy(error)
  }
  const cutOff = () => fail(new AppError('invalid_parameter', 'The upload is incomplete'))

  parser.on('file', (name, source, fileName, _encoding, mimeType) => {
    const stream = new PassThrough()
    openFiles.add(stream)
    // A handler that stopped reading one file may still want the next: the rest of this one is read and dropped.
    stream.once('close', () => {
      openFiles.delete(stream)
      source.resume()
      endIfStuck()
    })
    // And it must not turn a late failure of the body into a crash.
    stream.on('error', () => undefined)
    // The parser reports a body that breaks off here as well, and an error without a listener ends the process.
    source.on('error', cutOff)
    source.once('limit', () =>
      stream.destroy(new AppError('file_too_large', `The file is larger than ${limits.maxFileBytes} bytes`)),
    )
    source.pipe(stream)
    arrived.push({ kind: 'file', name: name ?? '', fileName: fileName ?? '', mimeType, stream })
  })
  parser.on('field', (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut) fail(new AppError('payload_too_large', `The field ${name} is too long`))
    else arrived.push({ kind: 'field', name: name ?? '', value })
  })
  parser.on('filesLimit', () => fail(tooMany('files', limits.maxFiles)))
  parser.on('fieldsLimit', () => fail(tooMany('fields', limits.maxFields ?? defaultMaxFields)))
  const malformed = (cause: unknown) =>
    fail(new AppError('invalid_parameter', 'The multipart body is malformed', { cause }))
  parser.on('error', malformed)
  parser.on('finish', () => arrived.end())
  /**
   * A part whose headers never end is not reported by the parser, which then does not finish either. Everything it has
   * to say follows within the events of the same round once it has all bytes and no file waits for its reader.
   */
  const endIfStuck = () => {
    if (!body.writableFinished || openFiles.size > 0) return
    setImmediate(() => {
      if (openFiles.size === 0) cutOff()
    })
  }
  request.once('error', cutOff)
  const closed = () => {
    if (!request.readableEnded) cutOff()
  }
  request.once('close', closed)
  // The client may have left while it was found out who it is: then the events above have already fired.
  if (request.destroyed) closed()
  const body = createFeed(parser)
  body.on('error', malformed)
  body.on('finish', endIfStuck)
  request.pipe(body)

  return {
    async *[Symbol.asyncIterator]() {
      try {
        yield* arrived.items()
      } finally {
        // The handler stopped early: the rest of the body is read and dropped so that a response can be sent.
        request.unpipe(body)
        request.resume()
      }
    },
  }
}

/**
 * Hands the bytes to the parser one chunk at a time. What the parser throws because of its input is then always thrown
 * to this place, where it becomes a failure of this one request.
 */
function createFeed(parser: Writable): Writable {
  const guarded = (step: () => void, done: (error: Error) => void) => {
    try {
      step()
    } catch (error) {
      done(error as Error)
    }
  }
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => guarded(() => parser.write(chunk, () => done()), done),
    final: (done) =>
      guarded(() => {
        parser.end()
        done()
      }, done),
  })
}

/** Hands parts over in order; a failure is seen once everything before it was taken. */
function createQueue() {
  const parts: UploadPart[] = []
  let failure: AppError | null = null
  let isEnded = false
  let wake = () => {}
  const change = (apply: () => void) => {
    apply()
    wake()
  }
  return {
    push: (part: UploadPart) => change(() => parts.push(part)),
    fail: (error: AppError) =>
      change(() => {
        if (!isEnded) failure ??= error
      }),
    end: () =>
      change(() => {
        isEnded = true
      }),
    async *items(): AsyncGenerator<UploadPart> {
      while (true) {
        const part = parts.shift()
        if (part) yield part
        else if (failure) throw failure
        else if (isEnded) return
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    },
  }
}

const defaultMaxFields = 20

function createParser(headers: Headers, limits: UploadLimits): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': String(headers['content-type']) },
      preservePath: limits.hasPaths ?? false,
      limits: {
        fileSize: limits.maxFileBytes,
        files: limits.maxFiles,
        fields: limits.maxFields ?? defaultMaxFields,
        fieldSize: limits.maxFieldBytes ?? 64 * 1024,
        fieldNameSize: 200,
        headerPairs: 50,
      },
    })
  } catch {
    throw new AppError('unsupported_media_type', 'The multipart body has no usable boundary')
  }
}

const tooMany = (what: string, most: number) =>
  new AppError('payload_too_large', `The upload has more than ${most} ${what}`)
