import type { UsageCap } from '@stoa/sdk'

export const scopeNames: Record<UsageCap['scope'], string> = {
  project: 'The project',
  key: 'An API key',
  external_user: 'An end user',
  workflow: 'A workflow',
  thread: 'A thread',
}

export const periodNames: Record<UsageCap['period'], string> = {
  day: 'a day',
  month: 'a month',
  total: 'in all',
}

export const actionNames: Record<UsageCap['action'], string> = {
  block: 'Refuses',
  warn: 'Warns',
  approve: 'Asks for approval',
}

export const choicesOf = <Value extends string>(names: Record<Value, string>) =>
  Object.entries<string>(names).map(([value, label]) => ({ value, label }))
