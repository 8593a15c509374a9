import type { KnowledgeSource } from '@stoa/sdk'
import type { StatusKind } from '../../../components/feedback/status.tsx'

export type Source = Pick<KnowledgeSource, 'status' | 'progress' | 'waitsFor'>

export const stages: Record<string, { label: string; kind: StatusKind }> = {
  queued: { label: 'Queued', kind: 'warn' },
  fetching: { label: 'Fetching', kind: 'warn' },
  parsing: { label: 'Parsing', kind: 'warn' },
  chunking: { label: 'Chunking', kind: 'warn' },
  embedding: { label: 'Embedding', kind: 'warn' },
  ready: { label: 'Ready', kind: 'good' },
  failed: { label: 'Failed', kind: 'bad' },
  cancelled: { label: 'Cancelled', kind: 'off' },
}

export const stageLabel = (status: string): string => stages[status]?.label ?? status

export const statusChoices = Object.entries(stages).map(([value, { label }]) => ({ value, label }))

/** Being indexed: its state changes by itself. */
export const isIndexing = ({ status }: Source): boolean => (stages[status]?.kind ?? 'warn') === 'warn'

/** What a source does at the moment, or waits for. */
export const activityLabel = (source: Source): string =>
  isIndexing(source) && source.waitsFor === 'ocr' ? 'Waiting for OCR' : stageLabel(source.status)
