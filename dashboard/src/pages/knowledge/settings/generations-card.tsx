import type { KnowledgeCollection, KnowledgeGeneration } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Meter } from '../../../components/charts/meter.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Status, type StatusKind } from '../../../components/feedback/status.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { pluralize } from '../../../components/text/pluralize.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { actAs, useApiAs } from '../../../features/end-users/act-as.ts'
import {
  generationPath,
  generationsPath,
  resumePath,
  rollbackPath,
  switchPath,
} from '../../../features/knowledge/knowledge-api.ts'
import { useRead, useRefresh } from '../../../project.ts'

const states: Record<KnowledgeGeneration['status'], { label: string; kind: StatusKind }> = {
  building: { label: 'Building', kind: 'warn' },
  ready: { label: 'Ready', kind: 'warn' },
  held: { label: 'Held: it finds less', kind: 'bad' },
  live: { label: 'Live', kind: 'good' },
  previous: { label: 'Previous', kind: 'off' },
  failed: { label: 'Failed', kind: 'bad' },
  cancelled: { label: 'Discarded', kind: 'off' },
  retired: { label: 'Retired', kind: 'off' },
}
const shown = new Set<KnowledgeGeneration['status']>([
  'building',
  'ready',
  'held',
  'live',
  'previous',
  'failed',
])
const percent = new Intl.NumberFormat('en', { style: 'percent' })
const buildingPollMs = 1_000

/** The index that is searched, the one that comes next, and the one to go back to. */
export function GenerationsCard({ collection: { id } }: { collection: KnowledgeCollection }) {
  const { data, error, refetch } = useRead(
    ['knowledge', 'generations', id],
    (api, signal) => actAs(api).get(generationsPath, { params: { id }, signal }),
    {
      refetchInterval: (read) => (read?.some(({ status }) => status === 'building') ? buildingPollMs : 5_000),
    },
  )
  if (error) return <ErrorAlert error={error} retry={() => void refetch()} />
  return (
    <Card title="Generations">
      {data ? (
        <ul className="generations">
          {data
            .filter(({ status }) => shown.has(status))
            .map((generation) => (
              <GenerationRow key={generation.generation} id={id} generation={generation} />
            ))}
        </ul>
      ) : (
        <SkeletonLines count={3} />
      )}
    </Card>
  )
}

type RowProps = { id: string; generation: KnowledgeGeneration }

function GenerationRow({ id, generation }: RowProps) {
  const { generation: no, status, embeddingModel, chunkSize, progress, chunkCount } = generation
  const { label, kind } = states[status]
  return (
    <li className="generation" aria-label={`Generation ${no}`}>
      <div className="row">
        <span className="muted number">{no}</span>
        <Status kind={kind}>
          {label}
          {status === 'building' && <span className="muted number">{percent.format(progress)}</span>}
        </Status>
      </div>
      {status === 'building' && <Meter value={progress} of={1} />}
      <p className="small">
        <code>{embeddingModel}</code>, chunks of {chunkSize} characters, {pluralize(chunkCount, 'chunk')}
      </p>
      <Notes generation={generation} />
      <GenerationActions id={id} generation={generation} />
    </li>
  )
}

/** What its tests, its failure or its end say. */
function Notes({ generation: { comparison, error, status, keptUntil, lostEdits } }: Omit<RowProps, 'id'>) {
  return (
    <>
      {error && <p className="source-error small">{error.message}</p>}
      {comparison && (
        <p className="small muted">
          {comparison.isTested
            ? `Against the one before it: ${pluralize(comparison.won, 'test')} won, ${comparison.lost} lost.`
            : 'Not tested: add at least five retrieval tests to compare generations.'}
        </p>
      )}
      {lostEdits > 0 && (
        <p className="small muted">{pluralize(lostEdits, 'edited chunk')} could not be carried over.</p>
      )}
      {status === 'previous' && keptUntil && (
        <p className="small muted">
          Deleted <TimeAgo at={keptUntil} />.
        </p>
      )}
    </>
  )
}

type Action = { label: string; variant?: 'primary'; run(): Promise<unknown> }

function GenerationActions({ id, generation: { generation, status } }: RowProps) {
  const api = useApiAs()
  const refresh = useRefresh()
  const [failure, setFailure] = useState<unknown>(null)
  const params = { id, generation: String(generation) }
  const useIt: Action = { label: 'Switch', variant: 'primary', run: () => api.post(switchPath, { params }) }
  const discard: Action = { label: 'Discard', run: () => api.delete(generationPath, { params }) }
  const actions: Partial<Record<KnowledgeGeneration['status'], Action[]>> = {
    building: [{ ...discard, label: 'Cancel' }],
    ready: [useIt, discard],
    held: [{ ...useIt, label: 'Switch all the same' }, discard],
    failed: [{ label: 'Resume', variant: 'primary', run: () => api.post(resumePath, { params }) }, discard],
    previous: [{ label: 'Roll back', run: () => api.post(rollbackPath, { params: { id } }) }],
  }
  const start = async (action: Action) => {
    setFailure(null)
    await action.run().catch(setFailure)
    await refresh(['knowledge'])
  }
  return (
    <>
      <div className="row">
        {(actions[status] ?? []).map((action) => (
          <Button
            key={action.label}
            variant={action.variant ?? 'secondary'}
            onClick={() => void start(action)}
          >
            {action.label}
          </Button>
        ))}
      </div>
      {failure !== null && <ErrorAlert error={failure} />}
    </>
  )
}
