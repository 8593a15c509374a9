import type { KnowledgeSource } from '@stoa/sdk'
import { Meter } from '../../../components/charts/meter.tsx'
import { Status, type StatusKind } from '../../../components/feedback/status.tsx'

type Source = Pick<KnowledgeSource, 'status' | 'progress' | 'waitsFor'>

const stages: Record<string, { label: string; kind: StatusKind }> = {
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

const percent = new Intl.NumberFormat('en', { style: 'percent' })

/** The stage of a source; while it is indexed, how far that is. */
export const SourceState = ({ source }: { source: Source }) => {
  const { status, progress, waitsFor } = source
  const isRunning = isIndexing(source)
  return (
    <span className="source-state">
      <Status kind={stages[status]?.kind ?? 'warn'}>
        {isRunning && waitsFor === 'ocr' ? 'Waiting for OCR' : stageLabel(status)}
        {isRunning && progress > 0 && <span className="muted number">{percent.format(progress)}</span>}
      </Status>
      {isRunning && <Meter value={progress} of={1} />}
    </span>
  )
}
