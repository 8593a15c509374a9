import assert from 'node:assert/strict'
import { it } from 'node:test'
import { amount, fileSize, storage } from './format-number.ts'

it('writes amounts so that small ones do not vanish', () => {
  assert.equal(amount(0), '0')
  assert.equal(amount(1234.567), '1,234.57')
  assert.equal(amount(0.00012345), '0.000123')
})

it('writes storage in the largest unit that fits', () => {
  assert.equal(storage(0), '0 KB')
  assert.equal(storage(1536), '1.5 MB')
  assert.equal(storage(5 * 1024 ** 4), '5,120 TB')
})

it('writes the size of a small file in bytes', () => {
  assert.equal(fileSize(1023), '1023 B')
  assert.equal(fileSize(1536), '1.5 KB')
})
