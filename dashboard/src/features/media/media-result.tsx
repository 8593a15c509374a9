import type { MediaJob } from '@stoa/sdk'
import CircleStop from 'lucide-react/icons/circle-stop'
import { Button } from '../../components/actions/button.tsx'
import { Elapsed } from './elapsed.tsx'
import { mediaKinds } from './media-kinds.ts'
import { MadeFiles } from './output-files.tsx'
import { TranscriptView } from './transcript-view.tsx'
import { useCancelMedia } from './use-media-job.ts'
import './media.css'

/** What became of a job, as far as it is. */
export function MediaResult({ job }: { job: MediaJob }) {
  if (job.endedAt === null) return <UnderWay job={job} />
  if (job.error) {
    return (
      <div className="failure" role="note">
        <p className="failure-message">{job.error.message ?? 'The job failed'}</p>
        <p className="failure-facts">
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
  return <MadeFiles job={job} />
}

function UnderWay({ job }: { job: MediaJob }) {
  const { isBusy, cancel } = useCancelMedia(job.id)
  const { kind, status, createdAt } = job
  return (
    <div className="media-under-way">
      {/* Providers tell no share of what is done, so none is shown. */}
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
