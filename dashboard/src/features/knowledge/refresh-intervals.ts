import type { KnowledgeSource } from '@stoa/sdk'

export type RefreshEvery = NonNullable<KnowledgeSource['refreshEvery']>

export const refreshChoices: readonly { value: RefreshEvery | ''; label: string }[] = [
  { value: '', label: 'Never' },
  { value: '1h', label: 'Every hour' },
  { value: '6h', label: 'Every 6 hours' },
  { value: '12h', label: 'Every 12 hours' },
  { value: '1d', label: 'Every day' },
  { value: '7d', label: 'Every week' },
  { value: '30d', label: 'Every month' },
]

/** A choice as the API takes it: the empty one ends it. */
export const refreshOf = (choice: string): RefreshEvery | null =>
  refreshChoices.map(({ value }) => value).find((value) => value !== '' && value === choice) || null
