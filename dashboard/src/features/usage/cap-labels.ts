import type { UsageCap } from '@stoa/sdk'

export const scopeNames: Record<UsageCap['scope'], string> = {
  project: 'Project',
  key: 'API key',
  external_user: 'End user',
  workflow: 'Workflow',
  thread: 'Thread',
}

export const periodNames: Record<UsageCap['period'], string> = {
  day: 'per day',
  month: 'per month',
  total: 'in total',
}

export const actionNames: Record<UsageCap['action'], string> = {
  block: 'Block',
  warn: 'Warn',
  approve: 'Require approval',
}

export const choicesOf = <Value extends string>(names: Record<Value, string>) =>
  Object.entries<string>(names).map(([value, label]) => ({ value, label }))
