import { csvLines } from '../../../kernel/text/csv.ts'
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

export const csvHead = csvLines([columns])

export const csvOf = (entries: readonly UsageEntry[]): string =>
  csvLines(entries.map((entry) => columns.map((column) => entry[column])))
