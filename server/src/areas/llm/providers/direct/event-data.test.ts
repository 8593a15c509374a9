import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProviderFailure } from '../port.ts'
import { createEventData } from './event-data.ts'

const cutAll = (text: string, size: number): string[] => {
  const cut = createEventData()
  const bytes = Buffer.from(text)
  const whole: string[] = []
  for (let at = 0; at < bytes.length; at += size) whole.push(...cut(bytes.subarray(at, at + size)))
  return whole
}

test('however the bytes are cut, the events are the same', () => {
  const text = ': hello\r\ndata: {"a":"ä😀"}\r\n\r\nevent: x\ndata:one\ndata: two\n\ndata: broken off'
  for (const size of [1, 2, 3, 7, 1000]) assert.deepEqual(cutAll(text, size), ['{"a":"ä😀"}', 'one\ntwo'])
})

test('a line that grows slowly is whole in the end, one that never ends is given up', () => {
  const cut = createEventData()
  cut(Buffer.from(`data: ${'x'.repeat(3_000_000)}`))
  for (let i = 0; i < 5_000; i++) assert.deepEqual(cut(Buffer.from('y')), [])
  assert.equal(cut(Buffer.from('\n\n'))[0]?.length, 3_005_000)
  assert.throws(() => {
    for (let i = 0; i < 10; i++) cut(Buffer.from('x'.repeat(1_000_000)))
  }, ProviderFailure)
  const endless = createEventData()
  assert.throws(() => {
    for (let i = 0; i < 10; i++) endless(Buffer.from(`data: ${'x'.repeat(1_000_000)}\n`))
  }, ProviderFailure)
})
