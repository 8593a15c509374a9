import { Link } from '@tanstack/react-router'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { actAs } from '../../../features/end-users/act-as.ts'
import { MediaGlance } from '../../../features/media/media-columns.tsx'
import { jobsPath, type MediaKind } from '../../../features/media/media-kinds.ts'
import { MediaState } from '../../../features/media/media-state.tsx'
import { href } from '../../../href.ts'
import { useRead } from '../../../project.ts'
import { modelRoutes } from '../../models/routes.ts'

const maxShown = 8

/** Recent jobs of the same kind. Errors are shown on the page with all jobs. */
export function RecentMedia({ kind, shownId }: { kind: MediaKind; shownId: string | null }) {
  const { data } = useRead(
    ['llm', 'media', 'recent', kind],
    (api, signal) => actAs(api).page(jobsPath, { query: { kind, limit: maxShown }, signal }),
    { refetchInterval: 5_000 },
  )
  const others = data?.data.filter(({ id }) => id !== shownId) ?? []
  if (others.length === 0) return null
  return (
    <section aria-label="Recent" className="recent-media">
      <div className="row">
        <h2>Recent</h2>
        <Link to={`${modelRoutes.media}?kind=${kind}`} className="small">
          View all
        </Link>
      </div>
      <ul>
        {others.map((job) => (
          <li key={job.id}>
            <Link to={href(modelRoutes.mediaJob, { id: job.id })}>
              <MediaGlance job={job} />
              <span className="recent-media-about">
                <span className="mono small truncate">{job.model}</span>
                <span className="small row">
                  <MediaState status={job.status} />
                  <span className="muted">
                    <TimeAgo at={job.createdAt} />
                  </span>
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
