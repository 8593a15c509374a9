import assert from 'node:assert/strict'
import { it } from 'node:test'
import { formatAmount, formatFileSize, formatStorage, formatUsd } from './format-number.ts'

it('writes amounts so that small ones do not vanish', () => {
  assert.equal(formatAmount(0), '0')
  assert.equal(formatAmount(1234.567), '1,234.57')
  assert.equal(formatAmount(0.00012345), '0.000123')
  assert.deepEqual([0.015, 0.126, -0.0151, 0.5, 0.9999].map(formatAmount), [
    '0.015',
    '0.126',
    '-0.0151',
    '0.5',
    '1',
  ])
})

it('writes prices in dollars and cents, and fractions of a cent where there are', () => {
  assert.deepEqual([1.1, 168, 1234.567].map(formatUsd), ['$1.10', '$168.00', '$1,234.57'])
  assert.deepEqual([0.023, 0.000015, 0].map(formatUsd), ['$0.023', '$0.000015', '$0'])
})

it('writes storage in the largest unit that fits', () => {
  assert.equal(formatStorage(0), '0 KB')
  assert.equal(formatStorage(1536), '1.5 MB')
  assert.equal(formatStorage(5 * 1024 ** 4), '5,120 TB')
})

it('writes the size of a small file in bytes', () => {
  assert.equal(formatFileSize(1023), '1023 B')
  assert.equal(formatFileSize(1536), '1.5 KB')
})
