import type { UsageEntry } from '@stoa/sdk'

export type UsageType = UsageEntry['type']

/** What can be paid for, in words. */
export const typeNames: Record<UsageType, string> = {
  ai_model: 'AI models',
  tool: 'Tools',
  sandbox: 'Sandboxes',
  browser: 'Browsers',
  workflow: 'Workflows',
  media: 'Media',
  connected_account: 'Connections',
  storage: 'Storage',
  knowledge: 'Knowledge',
  grant: 'Grants',
  adjustment: 'Adjustments',
}

export const typeNameOf = (type: string): string => typeNames[type as UsageType] ?? type

export const typeChoices = Object.entries(typeNames).map(([value, label]) => ({ value, label }))
