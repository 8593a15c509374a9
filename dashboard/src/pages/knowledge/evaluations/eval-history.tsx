import type { KnowledgeCollection, KnowledgeEval } from '@stoa/sdk'
import Play from 'lucide-react/icons/play'
import { useEffect, useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { BarChart } from '../../../components/charts/bar-chart.tsx'
import { ChartLegend } from '../../../components/charts/chart-legend.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { Stat, Stats } from '../../../components/layout/stat.tsx'
import { exactTime } from '../../../components/text/relative-time.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { actAs, useApiAs } from '../../../features/end-users/act-as.ts'
import { evalRunPath, evalRunsPath, evalsPath } from '../../../features/knowledge/knowledge-api.ts'
import { useRead, useRefresh } from '../../../project.ts'
import { EvalMisses } from './eval-misses.tsx'

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 })
const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' })
const time = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const shownEvals = 30
const runningPollMs = 1_000

const share = (value: number | null | undefined): string | undefined =>
  value === undefined ? undefined : value === null ? '–' : percent.format(value)

/** Recall over time, the last numbers, and what was missed. */
export function EvalHistory({ collection: { id } }: { collection: KnowledgeCollection }) {
  const { data, error, refetch } = useRead(
    ['knowledge', 'evals', id],
    (api, signal) => actAs(api).page(evalRunsPath, { params: { id }, query: { limit: shownEvals }, signal }),
    {
      refetchInterval: (read) =>
        read?.data.some(({ status }) => status === 'running') ? runningPollMs : false,
    },
  )
  const refresh = useRefresh()
  const lastId = data?.data.find(({ status }) => status === 'succeeded')?.id
  // Each test shows its result of the last eval.
  useEffect(() => {
    if (lastId !== undefined) void refresh(['knowledge', 'tests'])
  }, [lastId])
  if (error) return <ErrorAlert error={error} retry={() => void refetch()} />
  const evals = data?.data ?? []
  const done = evals.filter(({ status }) => status === 'succeeded')
  const running = evals.find(({ status }) => status === 'running')
  const [last] = done
  const tests = useRead(['knowledge', 'tests', id, 'count'], (api, signal) =>
    actAs(api).page(evalsPath, { params: { id }, query: { limit: 1 }, signal }),
  )
  return (
    <>
      {/* Without a test there is nothing to run. */}
      {tests.data !== undefined && tests.data.total > 0 && (
        <div className="source-bar">
          <p className="muted" role="status">
            {running ? `Running: ${running.doneCount} of ${running.testCount} tests` : sinceOf(last)}
          </p>
          <RunButton id={id} isRunning={running !== undefined} />
        </div>
      )}
      {last && (
        <>
          <Stats label="Last eval">
            <Stat
              label="Hits"
              value={`${last.hitCount} of ${last.testCount - last.orphanedCount}`}
              note={changeOf(last)}
            />
            <Stat label="Recall@1" value={share(last.recallAt1)} />
            <Stat label="Recall@5" value={share(last.recallAt5)} />
            <Stat label="Recall@10" value={share(last.recallAt10)} />
            <Stat
              label="MRR"
              value={last.mrr?.toFixed(2) ?? '–'}
              note={`${last.mode}, generation ${last.generation}`}
            />
          </Stats>
          <RecallChart evals={done.toReversed()} />
          <EvalMisses collectionId={id} shown={last} />
        </>
      )}
    </>
  )
}

const changeOf = ({ won, lost }: KnowledgeEval): string | undefined =>
  won === null || lost === null ? undefined : `${won} gained, ${lost} lost`

const sinceOf = (last: KnowledgeEval | undefined) =>
  last ? (
    <>
      Last eval <TimeAgo at={last.createdAt} />
    </>
  ) : (
    'Not run yet'
  )

function RunButton({ id, isRunning }: { id: string; isRunning: boolean }) {
  const api = useApiAs()
  const refresh = useRefresh()
  const [failure, setFailure] = useState<unknown>(null)
  const run = async () => {
    setFailure(null)
    await api.post(evalRunPath, { params: { id }, body: {} }).catch(setFailure)
    await refresh(['knowledge', 'evals'], ['knowledge', 'tests'])
  }
  return (
    <div className="row">
      {isRunning && <Status kind="warn">Running</Status>}
      <Button icon={<Play size={14} aria-hidden />} isBusy={isRunning} onClick={() => void run()}>
        Run tests
      </Button>
      {failure !== null && <ErrorAlert error={failure} />}
    </div>
  )
}

/** One column for each eval: what is found first, and what is found among the first ten. */
function RecallChart({ evals }: { evals: readonly KnowledgeEval[] }) {
  const first = evals.map(({ recallAt1 }) => recallAt1 ?? 0)
  const ten = evals.map(({ recallAt10 }) => recallAt10 ?? 0)
  const isOneDay = new Set(evals.map(({ createdAt }) => day.format(new Date(createdAt)))).size === 1
  const short = isOneDay ? time : day
  const series = [
    { id: 'first', label: 'Found first', color: 1, values: first },
    { id: 'ten', label: 'Found in the first 10', color: 2, values: ten.map((value, i) => value - first[i]!) },
  ] as const
  return (
    <Card title="Recall over time">
      <BarChart
        label="Recall of each eval"
        columns={evals.map(({ id, createdAt, embeddingModel, mode }) => ({
          id,
          short: short.format(new Date(createdAt)),
          long: `${exactTime(new Date(createdAt))}, ${embeddingModel}, ${mode}`,
        }))}
        series={series}
        format={(value) => percent.format(value)}
      />
      <ChartLegend series={series} />
    </Card>
  )
}
