import type { Stoa } from '@stoa/sdk'
import { until } from '../../../server/test/until.ts'

const path = '/api/v1/knowledge/collections'

const texts = {
  'Refund policy': `# Refunds

A refund is paid to the card that was charged, within five working days after the parcel is back in our warehouse. Orders
that were paid with a voucher are refunded as a voucher.

## Damaged goods

Send a photo of the damage within 14 days. We replace the item or refund the full price, with the cost of shipping.

## Exchanges

Sizes are exchanged free of charge. The exchange is sent when the carrier has scanned the return.`,
  Shipping: `# Shipping

Parcels leave the warehouse every working day at noon. Within Europe they take two to four days, elsewhere up to ten.

## Customs

For countries outside of the customs union the recipient pays duties. The invoice is attached to the parcel.`,
  'Opening hours': 'The shop in the harbour is open from nine to five, on Saturdays until one.',
} as const

/** A collection with texts, one of which cannot be read, and an empty one. */
export async function seedKnowledge(stoa: Stoa): Promise<void> {
  await stoa.post(path, { body: { name: 'Release notes' } })
  const { id } = await stoa.post(path, {
    body: {
      name: 'Support handbook',
      description: 'Policies and answers for the support desk',
      chunkSize: 400,
    },
  })
  const params = { id }
  for (const [title, content] of Object.entries(texts))
    await stoa.post('/api/v1/knowledge/collections/{id}/ingest/text', {
      params,
      body: { title, content, metadata: { product: 'shop', year: 2026 } },
    })
  const [image] = await stoa.get('/api/v1/file', { query: { q: 'harbour.png' } })
  if (image)
    await stoa.post('/api/v1/knowledge/collections/{id}/ingest/file', { params, body: { fileId: image.id } })
  const isIndexed = async () => {
    const sources = await stoa.get('/api/v1/knowledge/collections/{id}/sources', { params })
    return sources.every(({ status }) => status === 'ready' || status === 'failed')
  }
  await until(isIndexed, 'the sources to be indexed')
}
