import { networkError, timeoutError } from './error.ts'

export type UploadSource = Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>

export type Progress = { sentBytes: number; totalBytes: number | null }

export type UploadInput = {
  file: UploadSource
  /** The file's name; that of a `File` when left out. */
  name?: string | undefined
  /** Its media type; that of a `Blob` when left out. */
  type?: string | undefined
  /** The name of the part that holds the file; `file` by default. */
  part?: string | undefined
  fields?: Readonly<Record<string, string>> | undefined
  onProgress?: ((progress: Progress) => void) | undefined
}

const pieceBytes = 64 * 1024

type Upload = { body: ReadableStream<Uint8Array>; contentType: string; stop(): void }

/**
 * A multipart body that is made while it is sent, so that a file of any size takes no memory. It must be stopped when
 * the call is over: not every `fetch` releases a body whose call has failed.
 */
export function streamedUpload(input: UploadInput): Upload {
  const boundary = `stoa-${randomName()}`
  const totalBytes = sizeOf(input.file)
  const bytes = partsOf(input, boundary, (sentBytes) => input.onProgress?.({ sentBytes, totalBytes }))
  let isStopped = false
  const stop = () => {
    isStopped = true
    bytes.return(undefined).catch(() => undefined)
  }
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = isStopped ? { value: undefined, done: false } : await bytes.next()
      if (isStopped) controller.error(new Error('the upload was stopped'))
      else if (done) controller.close()
      else controller.enqueue(value!)
    },
    cancel: stop,
  })
  return { body, contentType: `multipart/form-data; boundary=${boundary}`, stop }
}

async function* partsOf(
  { file, name, type, part = 'file', fields = {} }: UploadInput,
  boundary: string,
  onSent: (bytes: number) => void,
): AsyncGenerator<Uint8Array, undefined, undefined> {
  const encoder = new TextEncoder()
  const headOf = (disposition: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`
  let head = ''
  // Fields first: the server reads the parts in order and may need them to know what to do with the file.
  for (const [field, value] of Object.entries(fields))
    head += `${headOf(`name="${quoted(field)}"`)}\r\n${value}\r\n`
  head += headOf(`name="${quoted(part)}"; filename="${quoted(name ?? nameOf(file))}"`)
  yield encoder.encode(`${head}Content-Type: ${type ?? typeOf(file)}\r\n\r\n`)
  let sent = 0
  for await (const chunk of chunksOf(file)) {
    // A file in memory is sent in one piece, without any progress to report.
    for (let at = 0; at < chunk.byteLength; at += pieceBytes) {
      const piece = chunk.subarray(at, at + pieceBytes)
      yield piece
      sent += piece.byteLength
      onSent(sent)
    }
  }
  yield encoder.encode(`\r\n--${boundary}--\r\n`)
}

/** Browsers do not all let a stream be iterated, so it is read the slow path. */
async function* chunksOf(file: UploadSource): AsyncGenerator<Uint8Array> {
  if (!(file instanceof Blob) && Symbol.asyncIterator in file && !('getReader' in file)) {
    for await (const chunk of file) yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk
    return
  }
  const source = file instanceof Blob ? (file.stream() as ReadableStream<Uint8Array>) : file
  const reader = (source as ReadableStream<Uint8Array>).getReader()
  try {
    while (true) {
      const { value, done } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

/** The little of XMLHttpRequest that is used; only it reports upload progress in browsers. */
type Xhr = {
  upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null }
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  getAllResponseHeaders(): string
  send(body: FormData): void
  abort(): void
  onload: (() => void) | null
  onerror: (() => void) | null
  onabort: (() => void) | null
  ontimeout: (() => void) | null
  timeout: number
  status: number
  responseText: string
  withCredentials: boolean
}

const xhrOf = () => (globalThis as unknown as { XMLHttpRequest?: new () => Xhr }).XMLHttpRequest

export const hasXhr = () => xhrOf() !== undefined

export type XhrCall = {
  url: string
  headers: Readonly<Record<string, string>>
  input: UploadInput
  signal: AbortSignal | undefined
  timeoutMs: number | undefined
}

/** The browser's way: a form that the browser sends itself. Streams are taken into a Blob, which it may keep on disk. */
export async function uploadByXhr({ url, headers, input, signal, timeoutMs }: XhrCall): Promise<Response> {
  const form = new FormData()
  for (const [field, value] of Object.entries(input.fields ?? {})) form.append(field, value)
  form.append(input.part ?? 'file', await blobOf(input), input.name ?? nameOf(input.file))
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const xhr = new (xhrOf()!)()
    const abort = () => xhr.abort()
    const settle = (finish: () => void) => () => {
      signal?.removeEventListener('abort', abort)
      finish()
    }
    signal?.addEventListener('abort', abort, { once: true })
    xhr.upload.onprogress = ({ loaded, total }) =>
      input.onProgress?.({ sentBytes: loaded, totalBytes: total || null })
    xhr.onload = settle(() => resolve(responseOf(xhr)))
    xhr.onerror = settle(() => reject(networkError('the upload was cut off')))
    xhr.onabort = settle(() => reject(signal?.reason as Error))
    xhr.ontimeout = settle(() => reject(timeoutError(xhr.timeout)))
    xhr.open('POST', url)
    xhr.timeout = timeoutMs ?? 0
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.send(form)
  })
}

function responseOf(xhr: Xhr): Response {
  const headers = new Headers()
  for (const line of xhr
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const at = line.indexOf(':')
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim())
  }
  return new Response(xhr.responseText, { status: xhr.status, headers })
}

async function blobOf({ file, type }: UploadInput): Promise<Blob> {
  if (file instanceof Blob) return type === undefined ? file : file.slice(0, file.size, type)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of chunksOf(file)) chunks.push(chunk as Uint8Array<ArrayBuffer>)
  return new Blob(chunks, { type: type ?? typeOf(file) })
}

const sizeOf = (file: UploadSource) => (file instanceof Blob ? file.size : null)
const typeOf = (file: UploadSource) => (file instanceof Blob && file.type) || 'application/octet-stream'
function nameOf(file: UploadSource): string {
  const { name } = file as { name?: unknown }
  return typeof name === 'string' && name !== '' ? name : 'file'
}

/** As browsers write names in a form: a quote or a line end would end the header. */
const quoted = (name: string) =>
  name.replace(/["\r\n]/g, (mark) => (mark === '"' ? '%22' : mark === '\r' ? '%0D' : '%0A'))

/** Not `randomUUID`, which browsers give only to pages that were loaded over HTTPS. */
export const randomName = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
