import type { MediaJob } from '@stoa/sdk'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleStop from 'lucide-react/icons/circle-stop'
import { Button } from '../../components/actions/button.tsx'
import { Elapsed } from './elapsed.tsx'
import { mediaKinds } from './media-kinds.ts'
import { OutputFiles } from './output-files.tsx'
import { TranscriptView } from './transcript-view.tsx'
import { useCancelMedia } from './use-media-job.ts'
import './media.css'

/** What became of a job, as far as it is. */
export function MediaResult({ job }: { job: MediaJob }) {
  if (job.endedAt === null) return <InProgress job={job} />
  if (job.error) {
    return (
      <div className="error-alert" role="note">
        <CircleAlert size={16} aria-hidden />
        <p className="error-alert-message">{job.error.message ?? 'The job failed'}</p>
        <p className="error-alert-details">
          <code>{job.error.code}</code>
          <span>Not charged.</span>
        </p>
      </div>
    )
  }
  if (job.status === 'cancelled')
    return <p className="muted">Cancelled. You are only charged for what was generated.</p>
  if (job.transcript) return <TranscriptView transcript={job.transcript} />
  if (job.fileIds.length === 0) return <p className="muted">The output is no longer stored.</p>
  return <OutputFiles job={job} />
}

function InProgress({ job }: { job: MediaJob }) {
  const { isBusy, cancel } = useCancelMedia(job.id)
  const { kind, status, createdAt } = job
  return (
    <div className="media-in-progress">
      {/* Providers report no progress, so none is shown. */}
      <progress aria-label={`${mediaKinds[kind].label} in progress`} />
      <div className="row">
        <span className="muted" role="status">
          {status === 'queued' ? 'Queued' : 'Processing'}
          {kind === 'video' && '. Videos take a few minutes. You can leave this page.'}
        </span>
        <span className="muted">
          <Elapsed since={new Date(createdAt)} />
        </span>
        <Button icon={<CircleStop size={14} aria-hidden />} isBusy={isBusy} onClick={cancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
