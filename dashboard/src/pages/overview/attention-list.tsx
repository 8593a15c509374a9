import { Link } from '@tanstack/react-router'
import { Status } from '../../components/feedback/status.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { noticeNouns, noticeStates, noticeUrl } from '../../features/notifications/notification-links.ts'
import { useRead } from '../../project.ts'

const pollMs = 15_000

/** What broke, each with its reason and a link to it. Nothing where nothing did. */
export function AttentionList() {
  const { data } = useRead(
    ['overview', 'attention'],
    (api, signal) => api.get('/api/v1/overview/attention', { signal }),
    { refetchInterval: pollMs },
  )
  if (!data || data.items.length === 0) return null
  return (
    <ul className="attention-list" aria-label="Failures">
      {data.items.map((item) => (
        <li key={`${item.kind} ${item.parentId} ${item.id}`}>
          <Status kind={noticeStates[item.state].kind}>{noticeStates[item.state].label}</Status>
          <span className="attention-name">
            <span className="muted">{noticeNouns[item.kind]}</span>{' '}
            <Link to={noticeUrl(item)}>{item.title}</Link>
            {item.count > 1 && <span className="muted"> · {item.count} times in a row</span>}
          </span>
          <TimeAgo at={item.at} />
          {item.reason && <span className="muted small attention-reason">{item.reason}</span>}
        </li>
      ))}
    </ul>
  )
}
