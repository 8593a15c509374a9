import { Link } from '@tanstack/react-router'
import SquarePen from 'lucide-react/icons/square-pen'
import type { ReactNode } from 'react'
import type { TitledCall } from '../../components/code/api-calls-dialog.tsx'
import { Page } from '../../components/layout/page.tsx'
import { ListSearch } from '../../components/list/list-search.tsx'
import { threadUrl } from '../../features/chat/chat-api.ts'
import { useFilters } from '../../filters.ts'
import { asProject } from './own-threads.ts'
import { chatRoutes } from './routes.ts'
import { ThreadList, useThreads } from './thread-list.tsx'
import './chat.css'

type FrameProps = {
  title: string
  current?: string
  badge?: ReactNode
  actions?: ReactNode
  calls: readonly TitledCall[]
  children: ReactNode
}

/** A conversation and beside it all others. On a phone a conversation has the screen to itself. */
export function ChatFrame({ title, current, badge, actions, calls, children }: FrameProps) {
  const { filters } = useFilters()
  const q = filters.q ?? ''
  const threads = useThreads(q === '' ? {} : { q }, asProject)
  const isStart = current === undefined
  return (
    <Page
      title={title}
      badge={badge}
      width="wide"
      {...(isStart ? {} : { back: { to: chatRoutes.list, label: 'Chat' } })}
      calls={calls}
      actions={
        <>
          {actions}
          {!isStart && (
            <Link className="button" data-variant="secondary" data-creates="" to={chatRoutes.list}>
              <SquarePen size={14} aria-hidden />
              New conversation
            </Link>
          )}
        </>
      }
    >
      <div className="chat" data-start={isStart ? '' : undefined}>
        <nav className="chat-side" aria-label="Conversations">
          <ListSearch label="Search by title" />
          <ThreadList
            threads={threads}
            urlOf={threadUrl}
            {...(current === undefined ? {} : { current })}
            empty={<p className="muted small">{q === '' ? 'No conversations yet.' : 'No results.'}</p>}
          />
        </nav>
        {children}
      </div>
    </Page>
  )
}
