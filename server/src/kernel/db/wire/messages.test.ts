import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import pg from 'pg'
import { createRandom } from '../../../../test/hostile-arguments.ts'
import { type Execution, messagesOf } from './messages.ts'

/** The bytes that the driver writes for the same messages. */
function driverBytes(executions: readonly Execution[]): Buffer {
  const sent: Buffer[] = []
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      sent.push(chunk)
      done()
    },
  })
  const connection = new pg.Connection({ stream } as unknown as pg.ConnectionConfig)
  for (const { name, text, values, isPrepared, needsColumns } of executions) {
    if (!isPrepared) {
      if (name !== '') connection.close({ type: 'S', name }, true)
      connection.parse({ name, text, types: [] }, true)
    }
    connection.bind({ statement: name, values: [...values] }, true)
    if (needsColumns) connection.describe({ type: 'P', name: '' }, true)
    connection.execute(null, true)
  }
  connection.sync()
  return Buffer.concat(sent)
}

const prepared = (...values: Execution['values']): Execution => ({
  name: 'a',
  text: 'select 1',
  values,
  isPrepared: true,
  needsColumns: false,
})

const assertAsDriver = (executions: readonly Execution[], note: string): void =>
  assert.ok(messagesOf(executions).equals(driverBytes(executions)), note)

// Longer texts are measured before they are written; buffers are taken from a pool, and by the page.
const around = (size: number) => Array.from({ length: 21 }, (_, i) => Math.floor(size) - 10 + i)
const small = 'ä'

test('the messages of prepared and unprepared, named and unnamed statements are those of the driver', () => {
  for (const isPrepared of [true, false])
    for (const needsColumns of [true, false])
      for (const name of ['', 'name', 'näme'])
        for (const text of ['select 1', '', `select '${'ü€😀'.repeat(9_000)}'`]) {
          const execution = { name, text, values: ['x', null], isPrepared, needsColumns }
          assertAsDriver([execution], JSON.stringify({ name, isPrepared, needsColumns }))
          assertAsDriver([execution, prepared('y'), execution], 'one of several')
        }
  assertAsDriver([], 'no statement')
})

test('values of every size are written as the driver does, whichever bytes they have', () => {
  const sizes = [1, 2, 3]
    .flatMap((bytesPerChar) => around(256 * bytesPerChar))
    .concat(around(4 * 1024), around(64 * 1024))
  for (const char of ['x', 'ä', '€', '😀', '\ud800'])
    for (const size of [...sizes, 1_000_000]) {
      const text = char.repeat(Math.ceil(size / Buffer.byteLength(char)))
      for (const values of [[text], [small, text, small], [text, text], [Buffer.from(text), null, text]])
        assertAsDriver([prepared(...values)], `${size} bytes of ${JSON.stringify(char)}`)
    }
})

test('any number of parameters is written as the driver does', () => {
  for (let count = 0; count <= 1000; count += count < 300 ? 1 : 7) {
    const kinds = [String(count), '', null, Buffer.alloc(0), Buffer.from([count, 0, 255]), 'ü']
    const values = Array.from({ length: count }, (_, i) => kinds[i % kinds.length]!)
    assertAsDriver([prepared(...values)], `${count} parameters`)
  }
  assertAsDriver([prepared(...Array.from({ length: 65_535 }, () => 'x'))], 'as many as the protocol has')
})

test('round trips of random statements are those of the driver', () => {
  const random = createRandom(41)
  const below = (most: number) => Math.floor(random() * most)
  const sizes = [0, 1, 7, 127, 128, 255, 256, 300, 5_000, 65_536, 200_000]
  const randomValue = () => {
    const text = ['a', 'ß', '€', '😀', '\udc00'][below(5)]!.repeat(sizes[below(sizes.length)]!)
    return [text, text, Buffer.from(text), null][below(4)]!
  }
  for (let round = 0; round < 40; round++) {
    const executions = Array.from({ length: 1 + below(6) }, (_, i) => ({
      name: random() < 0.3 ? '' : `s${i}`,
      text: 'select $1'.repeat(1 + below(random() < 0.1 ? 9_000 : 90)),
      values: Array.from({ length: below(12) }, randomValue),
      isPrepared: random() < 0.6,
      needsColumns: random() < 0.5,
    }))
    assertAsDriver(executions, `round ${round}`)
  }
})

test('messages stay as they are while the next ones are written, and when bytes of a value change', () => {
  for (const size of [100, 100_000]) {
    const value = Buffer.alloc(size, 1)
    const executions = [prepared('first', value)]
    const expected = driverBytes(executions)
    const messages = messagesOf(executions)
    value.fill(2)
    messagesOf([prepared('second', 'x'.repeat(size))])
    assert.ok(messages.equals(expected))
  }
})
