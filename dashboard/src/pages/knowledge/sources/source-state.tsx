import { Meter } from '../../../components/charts/meter.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { activityLabel, isIndexing, type Source, stages } from './source-stage.ts'

const percent = new Intl.NumberFormat('en', { style: 'percent' })

/** The stage of a source; while it is indexed, how far that is. */
export const SourceState = ({ source }: { source: Source }) => {
  const { status, progress } = source
  const isRunning = isIndexing(source)
  return (
    <span className="source-state">
      <Status kind={stages[status]?.kind ?? 'warn'}>
        {activityLabel(source)}
        {isRunning && progress > 0 && <span className="muted number">{percent.format(progress)}</span>}
      </Status>
      {isRunning && <Meter value={progress} of={1} />}
    </span>
  )
}
