import type { Stoa } from '@stoa/sdk'

/** A server of each mode. */
export async function seedMcp(stoa: Stoa): Promise<void> {
  await stoa.post('/api/v1/mcp_manager', { body: { name: 'everything', mode: 'META' } })
  await stoa.post('/api/v1/mcp_manager', {
    body: {
      name: 'desk',
      description: 'Tools of the support desk',
      mode: 'NORMAL',
      selectedTools: ['text_slugify', 'datetime_now', 'math_calculate'],
    },
  })
}
