import type { ReactNode } from 'react'
import type { ApiCall } from '../code/call-snippets.ts'
import { ApiCallCode } from '../code/code-block.tsx'
import './empty-state.css'

type EmptyStateProps = {
  icon: ReactNode
  title: string
  children: ReactNode
  action?: ReactNode
  call?: ApiCall
}

/** Nothing here yet: what would be, one button that makes the first, and the same as code. */
export const EmptyState = ({ icon, title, children, action, call }: EmptyStateProps) => (
  <div className="empty">
    {icon}
    <h2>{title}</h2>
    <p className="muted">{children}</p>
    {action}
    {call && <ApiCallCode call={call} />}
  </div>
)
