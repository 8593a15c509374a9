import type { TableCollection } from '@stoa/sdk'

export const accessNames: Record<TableCollection['access'], string> = {
  owner: 'Owners only',
  project: 'Everyone',
  readProject_writeOwner: 'Everyone reads, owners write',
}

export const accessChoices = Object.entries(accessNames).map(([value, label]) => ({ value, label }))

export const modeChoices = [
  { value: 'flexible', label: 'Flexible: allows undeclared fields' },
  { value: 'strict', label: 'Strict: declared fields only' },
]
