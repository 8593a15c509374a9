import type { MediaJob } from '@stoa/sdk'
import { Chip } from '../../components/feedback/status.tsx'
import type { Column } from '../../components/list/table.tsx'
import { formatDuration } from '../../components/text/format-duration.ts'
import { formatAmount } from '../../components/text/format-number.ts'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { EndUserName } from '../end-users/end-user-name.tsx'
import { Thumbnail } from '../files/thumbnail.tsx'
import { MediaKindIcon } from './media-kind-icon.tsx'
import { mediaKinds, units } from './media-kinds.ts'
import { MediaState } from './media-state.tsx'

export const hiddenByDefault = ['provider']

/** How long it took; null while it runs. */
export const tookMs = ({ createdAt, endedAt }: MediaJob): number | null =>
  endedAt === null ? null : Date.parse(endedAt) - Date.parse(createdAt)

export const priceOf = ({ usage }: MediaJob): string =>
  usage.unpriced ? 'no price' : formatAmount(usage.credits)

/** The first image of a job; an icon for other kinds. */
export function MediaGlance({ job: { kind, fileIds } }: { job: MediaJob }) {
  const icon = <MediaKindIcon kind={kind} />
  return kind === 'image' && fileIds[0] ? (
    <Thumbnail fileId={fileIds[0]} alt="" size="small" otherwise={icon} />
  ) : (
    <span className="thumbnail" data-size="small">
      {icon}
    </span>
  )
}

export const mediaColumns = (nameOf: (id: string) => string | undefined): Column<MediaJob>[] => [
  {
    id: 'model',
    header: 'Model',
    cell: (job) => (
      <span className="media-first">
        <MediaGlance job={job} />
        <span className="call-model">
          <span className="truncate mono small">{job.model}</span>
          {job.isPlaceholder && <Chip>placeholder</Chip>}
        </span>
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ status, error }) => (
      <span className="call-state">
        <MediaState status={status} />
        {error && <code className="muted">{error.code}</code>}
      </span>
    ),
  },
  { id: 'kind', header: 'Kind', rank: 2, cell: ({ kind }) => mediaKinds[kind].label },
  { id: 'provider', header: 'Provider', rank: 3, cell: ({ provider }) => provider },
  {
    id: 'units',
    header: 'Output',
    align: 'end',
    rank: 2,
    cell: ({ usage }) => (
      <span className="number">{usage.units === 0 ? '–' : units(usage.units, usage.unit)}</span>
    ),
  },
  {
    id: 'took',
    header: 'Duration',
    align: 'end',
    rank: 3,
    cell: (job) => {
      const ms = tookMs(job)
      return <span className="number">{ms === null ? '–' : formatDuration(ms)}</span>
    },
  },
  {
    id: 'credits',
    header: 'Credits',
    align: 'end',
    rank: 2,
    cell: (job) => <span className="number">{priceOf(job)}</span>,
  },
  {
    id: 'user',
    header: 'End user',
    rank: 3,
    cell: ({ eUID }) => <EndUserName id={eUID} name={nameOf(eUID)} />,
  },
  { id: 'when', header: 'Time', align: 'end', cell: ({ createdAt }) => <TimeAgo at={createdAt} /> },
]
