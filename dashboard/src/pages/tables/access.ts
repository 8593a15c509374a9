import type { TableCollection } from '@stoa/sdk'

export const accessNames: Record<TableCollection['access'], string> = {
  owner: 'Owners see their own',
  project: 'Everybody',
  readProject_writeOwner: 'All read, owners write',
}

export const accessChoices = Object.entries(accessNames).map(([value, label]) => ({ value, label }))

export const modeChoices = [
  { value: 'flexible', label: 'Flexible: takes other fields too' },
  { value: 'strict', label: 'Strict: declared fields only' },
]
