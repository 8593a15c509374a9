import assert from 'node:assert/strict'
import { it } from 'node:test'
import { metadataFilter } from './metadata-filter.ts'

it('a metadata filter has names and values of the types that they were written with', () => {
  assert.deepEqual(metadataFilter('product=shop, year=2026,isPublic=true, sku=007, note=a=b'), {
    product: 'shop',
    year: 2026,
    isPublic: true,
    sku: '007',
    note: 'a=b',
  })
  for (const text of [undefined, '', 'product', '=shop', ' , ']) assert.equal(metadataFilter(text), null)
})
