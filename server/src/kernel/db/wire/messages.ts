/** A statement in a round trip, with its parameters as they are written. */
export type Execution = {
  /** Empty for the unnamed statement. */
  name: string
  text: string
  values: readonly (string | Buffer | null)[]
  /** Whether the connection has prepared it under its name. */
  isPrepared: boolean
  /** Whether the response is to describe the columns of the result. */
  needsColumns: boolean
}

// All messages of an execution without their texts: codes, lengths, formats and terminators. The same of a parameter.
const bytesPerExecution = 64
const bytesPerValue = 6
const describe = Buffer.from([0x44, 0, 0, 0, 6, 0x50, 0])
const execute = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0])
const sync = Buffer.from([0x53, 0, 0, 0, 4])

// To count the bytes of a short text takes longer than to write it. A unit of UTF-16 has at most three in UTF-8.
const boundOfText = (text: string): number => (text.length < 256 ? 3 * text.length : Buffer.byteLength(text))

function boundOf({ name, text, values, isPrepared }: Execution): number {
  let bound = bytesPerExecution + 3 * boundOfText(name) + (isPrepared ? 0 : boundOfText(text))
  for (const value of values)
    bound += bytesPerValue + (typeof value === 'string' ? boundOfText(value) : (value?.length ?? 0))
  return bound
}

/**
 * The messages of a round trip, with the sync that ends it, in one buffer: the driver makes several of each message and passes
 * them to the socket one by one.
 */
export function messagesOf(executions: readonly Execution[]): Buffer {
  const bytes = Buffer.allocUnsafe(executions.reduce((sum, each) => sum + boundOf(each), sync.length))
  let at = 0
  for (const execution of executions) {
    if (!execution.isPrepared) at = writeParse(bytes, execution, at)
    at = writeBind(bytes, execution, at)
    if (execution.needsColumns) at += describe.copy(bytes, at)
    at += execute.copy(bytes, at)
  }
  at += sync.copy(bytes, at)
  return bytes.subarray(0, at)
}

function writeParse(bytes: Buffer, { name, text }: Execution, start: number): number {
  let at = start
  // A failed round trip may have left the statement behind, and closing one that does not exist is harmless.
  if (name !== '') at = endMessage(bytes, 'C', start, writeText(bytes, `S${name}`, start + 5))
  const parse = at
  at = writeText(bytes, text, writeText(bytes, name, parse + 5))
  // The server infers the types of all parameters.
  return endMessage(bytes, 'P', parse, writeInt16(bytes, 0, at))
}

function writeBind(bytes: Buffer, { name, values }: Execution, start: number): number {
  // The unnamed portal.
  let at = writeText(bytes, name, writeText(bytes, '', start + 5))
  at = writeInt16(bytes, values.length, at)
  // All results are text, parameters too unless they are bytes.
  for (const value of values) at = writeInt16(bytes, typeof value === 'object' && value !== null ? 1 : 0, at)
  at = writeInt16(bytes, values.length, at)
  for (const value of values) at = writeValue(bytes, value, at)
  return endMessage(bytes, 'B', start, writeInt16(bytes, 0, writeInt16(bytes, 1, at)))
}

/** The type and the length of a message, in front of what it has. */
function endMessage(bytes: Buffer, type: string, start: number, end: number): number {
  bytes[start] = type.charCodeAt(0)
  writeInt32(bytes, end - start - 1, start + 1)
  return end
}

function writeValue(bytes: Buffer, value: string | Buffer | null, at: number): number {
  if (value === null) return writeInt32(bytes, -1, at)
  const length = typeof value === 'string' ? bytes.write(value, at + 4) : value.copy(bytes, at + 4)
  return writeInt32(bytes, length, at) + length
}

/** A text with its terminator. */
function writeText(bytes: Buffer, text: string, at: number): number {
  const end = at + bytes.write(text, at)
  bytes[end] = 0
  return end + 1
}

function writeInt16(bytes: Buffer, value: number, at: number): number {
  bytes[at] = value >>> 8
  bytes[at + 1] = value
  return at + 2
}

function writeInt32(bytes: Buffer, value: number, at: number): number {
  bytes[at] = value >>> 24
  bytes[at + 1] = value >>> 16
  bytes[at + 2] = value >>> 8
  bytes[at + 3] = value
  return at + 4
}
