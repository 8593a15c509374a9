import type { MediaJobDetail } from '@stoa/sdk'
import { Link, useParams } from '@tanstack/react-router'
import { addresses } from '../../../addresses.ts'
import { amount } from '../../../parts/amounts.ts'
import { CopyId } from '../../../parts/copy-id.tsx'
import { EndUserName } from '../../../parts/end-user-name.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Figure, Figures } from '../../../parts/figure.tsx'
import { JsonTree } from '../../../parts/json-tree.tsx'
import { Card, Facts, Page } from '../../../parts/page.tsx'
import { exactTime } from '../../../parts/relative-time.ts'
import { duration } from '../../../parts/remaining.ts'
import { SkeletonLines } from '../../../parts/skeleton.tsx'
import { StaleNote } from '../../../parts/stale-note.tsx'
import { Chip } from '../../../parts/status.tsx'
import { useEndUserNames } from '../../end-users/use-end-user-names.ts'
import { ownerHeaders } from '../../files/files-api.ts'
import { askedOf } from './asked-of.ts'
import { GivenFiles } from './given-files.tsx'
import { priceOf, tookMs } from './media-columns.tsx'
import { cancelPath, jobPath, mediaKinds, units } from './media-kinds.ts'
import { MediaResult } from './media-result.tsx'
import { MediaState } from './media-state.tsx'
import { useMediaJob } from './use-media-job.ts'
import '../calls/calls.css'

const back = { to: addresses.media, label: 'Media' }

export function MediaJobPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { data: job, error, refetch } = useMediaJob(id)
  if (!job) {
    return (
      <Page title="Media job" back={back}>
        {error ? <Failure error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
      </Page>
    )
  }
  const given = { params: { id }, headers: ownerHeaders(undefined) }
  return (
    <Page
      title={`${mediaKinds[job.kind].label} …${id.slice(-8)}`}
      mark={<MediaState status={job.status} />}
      back={back}
      actions={
        <Link
          to={`${addresses.mediaPlayground.replace('{kind}', mediaKinds[job.kind].slug)}?job=${id}`}
          className="button"
        >
          Open in playground
        </Link>
      }
      calls={[
        { title: 'Read', call: { method: 'GET', path: jobPath, ...given } },
        { title: 'Cancel', call: { method: 'POST', path: cancelPath, ...given } },
      ]}
    >
      {error && <StaleNote error={error} />}
      <JobFigures job={job} />
      <div className="page-sides">
        <div className="stack">
          <Card title="What was made">
            {job.isPlaceholder && (
              <p className="muted">
                A placeholder of this server, to try things out: no model has seen the request.
              </p>
            )}
            <MediaResult job={job} />
          </Card>
          <Asked job={job} />
        </div>
        <Card title="Details">
          <JobFacts job={job} />
        </Card>
      </div>
    </Page>
  )
}

function JobFigures({ job }: { job: MediaJobDetail }) {
  const took = tookMs(job)
  const { usage } = job
  return (
    <Figures label="Figures">
      <Figure label="Took" value={took === null ? '–' : duration(took)} />
      <Figure
        label="Made"
        value={usage.units === 0 ? '–' : units(usage.units, usage.unit)}
        note={usage.estimated ? 'counted here' : undefined}
      />
      <Figure label="Credits" value={priceOf(job)} note={`$${amount(usage.usd)}`} />
    </Figures>
  )
}

function Asked({ job }: { job: MediaJobDetail }) {
  if (job.input === null) {
    return (
      <Card title="What was asked">
        <p className="muted">
          Nothing of it is kept: prompts are stored only if the project says so. See{' '}
          <Link to={addresses.settings}>Settings</Link>.
        </p>
      </Card>
    )
  }
  const { words, files, parameters } = askedOf(job.input)
  return (
    <Card title="What was asked">
      {words !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the arrow keys.
        <section className="payload-text" tabIndex={0} aria-label="Words">
          {words}
        </section>
      )}
      <GivenFiles files={files.map((fileId) => ({ fileId, label: `file …${fileId.slice(-8)}` }))} />
      {Object.keys(parameters).length > 0 && <JsonTree value={parameters} label="Parameters" />}
    </Card>
  )
}

function JobFacts({ job }: { job: MediaJobDetail }) {
  const nameOf = useEndUserNames([job.eUID])
  return (
    <>
      <Facts
        facts={[
          ['Model', <code key="model">{job.model}</code>],
          ['Provider', job.isPlaceholder ? <Chip key="provider">placeholder</Chip> : job.provider],
          ['Kind', mediaKinds[job.kind].label],
          ['End user', <EndUserName key="user" id={job.eUID} name={nameOf(job.eUID)} />],
          ['Asked', exactTime(new Date(job.createdAt))],
          ...(job.startedAt === null ? [] : [['Began', exactTime(new Date(job.startedAt))] as const]),
          ...(job.endedAt === null ? [] : [['Ended', exactTime(new Date(job.endedAt))] as const]),
          ['Id', <CopyId key="id" id={job.id} />],
        ]}
      />
      {Object.keys(job.metadata).length > 0 && <JsonTree value={job.metadata} label="Metadata" />}
    </>
  )
}
