import type { TableProposal } from '@stoa/sdk'
import { pluralize } from '../../../components/text/pluralize.ts'

export type ProposedChange = TableProposal['changes'][number]

const verbs: Record<string, string> = {
  create: 'Insert',
  upsert: 'Upsert',
  update: 'Update',
  replace: 'Replace',
  delete: 'Delete',
}

export const verbOf = (op: string): string => verbs[op] ?? op

/** What a proposal would do, in a few words: each kind of change with its number. */
export function summaryOf(changes: readonly { op: string; count?: number }[]): string {
  const numbers = new Map<string, number>()
  for (const { op, count = 1 } of changes) numbers.set(op, (numbers.get(op) ?? 0) + count)
  return [...numbers]
    .map(([op, number], at) => {
      const verb = verbOf(op)
      return `${at === 0 ? verb : verb.toLowerCase()} ${pluralize(number, 'row')}`
    })
    .join(', ')
}
