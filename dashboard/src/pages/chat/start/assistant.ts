import type { BodyOf } from '@stoa/sdk'
import type { createPath } from '../../../features/workflows/workflows-api.ts'

/** A first agent: it answers with the model of the project, which is the offline one until a provider is set up. */
export const assistant = {
  name: 'Assistant',
  description: 'A first agent, created from the chat page.',
  workflowType: 'agent',
  agent: {
    prompt: 'You are a helpful assistant. Answer briefly, and use your tools where they help.',
    tools: { pinnedSlugs: ['math_calculate', 'text_change_case', 'datetime_now'] },
    starterPrompts: [
      '/say Hello from **Stoa**: this came word by word.',
      '/call math_calculate {"expression": "17 * 24"}',
    ],
  },
} as const satisfies BodyOf<typeof createPath, 'post'>
