import type { UsageEntry } from '../schema/entry.ts'

const columns = [
  'id',
  'createdAt',
  'type',
  'entryType',
  'status',
  'creditAmount',
  'delta',
  'balanceAfter',
  'usdCost',
  'eUID',
  'workflowId',
  'executionId',
  'threadId',
  'runId',
  'toolSlug',
  'modelId',
  'requestedModelId',
  'apiKeyId',
  'workId',
  'priceRef',
  'quantity',
  'metadata',
] as const satisfies (keyof UsageEntry)[]

export const csvHead = `${columns.join(',')}\r\n`

export const csvLine = (entry: UsageEntry): string =>
  `${columns.map((column) => cell(entry[column])).join(',')}\r\n`

// A spreadsheet takes a cell that begins so for a formula, and would run what an end user has written.
const formulaForm = /^[=+\-@\t\r]/

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = formulaForm.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
