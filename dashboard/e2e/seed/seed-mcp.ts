import type { Stoa } from '@stoa/sdk'

/** A server of each mode. */
export async function seedMcp(stoa: Stoa): Promise<void> {
  await stoa.post('/api/v1/mcp_manager', { body: { name: 'everything', mode: 'META' } })
  const desk = await stoa.post('/api/v1/mcp_manager', {
    body: {
      name: 'desk',
      description: 'Tools of the support desk',
      mode: 'NORMAL',
      selectedTools: ['text_slugify', 'datetime_now', 'math_calculate'],
    },
  })
  const params = { id: desk.id }
  await stoa.post('/api/v1/mcp_manager/{id}/resources', {
    params,
    body: {
      uri: 'shop://shipping',
      name: 'Shipping',
      mimeType: 'text/markdown',
      text: 'Parcels arrive after **two days**.',
    },
  })
  await stoa.post('/api/v1/mcp_manager/{id}/prompts', {
    params,
    body: {
      name: 'apology',
      description: 'A letter about a late parcel.',
      arguments: [{ name: 'order', description: 'The number of the order.', required: true }],
      messages: [
        { role: 'user', content: { type: 'text', text: 'Apologize for the delay of order {{order}}.' } },
      ],
    },
  })
}
