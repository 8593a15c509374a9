import type { MediaJobDetail } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Chip } from '../../../components/feedback/status.tsx'
import { formatDuration } from '../../../components/text/format-duration.ts'
import { formatAmount } from '../../../components/text/format-number.ts'
import { tookMs } from '../../../features/media/media-columns.tsx'
import { units } from '../../../features/media/media-kinds.ts'
import { MediaResult } from '../../../features/media/media-result.tsx'
import { MediaState } from '../../../features/media/media-state.tsx'
import { useMediaJob } from '../../../features/media/use-media-job.ts'
import { href } from '../../../href.ts'
import { modelRoutes } from '../../models/routes.ts'

/** The latest job, from the moment it was created. */
export function CurrentJob({ id }: { id: string }) {
  const { data: job, error, refetch } = useMediaJob(id)
  if (!job)
    return error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={4} />
  return (
    <section className="step" aria-label="Result">
      <p className="step-head">
        <span className="mono small">{job.model}</span>
        {job.isPlaceholder && <Chip>placeholder (no model was called)</Chip>}
        <MediaState status={job.status} />
      </p>
      <MediaResult job={job} />
      <JobFoot job={job} />
    </section>
  )
}

function JobFoot({ job }: { job: MediaJobDetail }) {
  const took = tookMs(job)
  const { usage } = job
  return (
    <div className="step-foot">
      <span className="muted small number step-stats">
        {took !== null && <span>duration {formatDuration(took)}</span>}
        {usage.units > 0 && <span>{units(usage.units, usage.unit)}</span>}
        {took !== null && (
          <span>
            {usage.unpriced
              ? 'no price'
              : `${formatAmount(usage.credits)} credits ($${formatAmount(usage.usd)})`}
          </span>
        )}
        <Link to={href(modelRoutes.mediaJob, { id: job.id })}>View log</Link>
      </span>
    </div>
  )
}
