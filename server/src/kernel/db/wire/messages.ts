/** A statement that its connection has prepared, with its parameters as they are written. */
export type Execution = { name: string; values: readonly (string | Buffer | null)[] }

const scratch = Buffer.allocUnsafeSlow(64 * 1024)
// Of UTF-8, for a unit of UTF-16.
const maxBytesPerChar = 3
// What every execution and every parameter take besides their texts: codes, lengths, formats and terminators.
const bytesPerExecution = 32
const bytesPerValue = 6
const execute = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0])
const sync = Buffer.from([0x53, 0, 0, 0, 4])

const boundOf = ({ name, values }: Execution): number =>
  values.reduce<number>(
    (sum, value) =>
      sum +
      bytesPerValue +
      (value === null ? 0 : typeof value === 'string' ? maxBytesPerChar * value.length : value.length),
    bytesPerExecution + maxBytesPerChar * name.length,
  )

/**
 * The messages of a round trip in one buffer: bind and execute for each statement, and the sync that ends it. The driver makes
 * several buffers of each and passes them to the socket one by one. Null for what is large: that is left to the driver.
 */
export function messagesOf(executions: readonly Execution[]): Buffer | null {
  let bound = sync.length
  for (const each of executions) bound += boundOf(each)
  if (bound > scratch.length) return null
  let at = 0
  for (const each of executions) {
    at = writeBind(each, at)
    at += execute.copy(scratch, at)
  }
  at += sync.copy(scratch, at)
  // A copy: the socket may send it later.
  return Buffer.from(scratch.subarray(0, at))
}

function writeBind({ name, values }: Execution, start: number): number {
  scratch[start] = 0x42
  // The unnamed portal.
  scratch[start + 5] = 0
  let at = start + 6
  at += scratch.write(name, at)
  scratch[at++] = 0
  at = writeInt16(values.length, at)
  // All results as text, parameters too unless they are bytes.
  for (const value of values) at = writeInt16(typeof value === 'object' && value !== null ? 1 : 0, at)
  at = writeInt16(values.length, at)
  for (const value of values) at = writeValue(value, at)
  at = writeInt16(0, writeInt16(1, at))
  writeInt32(at - start - 1, start + 1)
  return at
}

function writeValue(value: string | Buffer | null, at: number): number {
  if (value === null) return writeInt32(-1, at)
  const length = typeof value === 'string' ? scratch.write(value, at + 4) : value.copy(scratch, at + 4)
  writeInt32(length, at)
  return at + 4 + length
}

function writeInt16(value: number, at: number): number {
  scratch[at] = value >>> 8
  scratch[at + 1] = value
  return at + 2
}

function writeInt32(value: number, at: number): number {
  scratch[at] = value >>> 24
  scratch[at + 1] = value >>> 16
  scratch[at + 2] = value >>> 8
  scratch[at + 3] = value
  return at + 4
}
