import type { ReactNode } from 'react'
import './notice.css'

type NoticeProps = { icon: ReactNode; title: string; children: ReactNode; action?: ReactNode }

/** What is good to know about a page, with one thing to do about it. Nothing is wrong. */
export const Notice = ({ icon, title, children, action }: NoticeProps) => (
  <aside className="notice" aria-label={title}>
    {icon}
    <div>
      <strong>{title}</strong>
      <p className="muted">{children}</p>
    </div>
    {action}
  </aside>
)
