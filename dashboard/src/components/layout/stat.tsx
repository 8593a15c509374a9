import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Skeleton } from '../feedback/skeleton.tsx'
import './stat.css'

/** Numbers to know at a glance, side by side. */
export const Stats = ({ label, children }: { label: string; children: ReactNode }) => (
  <section className="stats" aria-label={label}>
    {children}
  </section>
)

type StatProps = {
  label: string
  /** Undefined while it loads. */
  value: string | undefined
  note?: ReactNode
  /** What it counts. */
  to?: string
}

export function Stat({ label, value, note, to }: StatProps) {
  const content = (
    <>
      <span className="muted">{label}</span>
      <span className="stat-value number">{value ?? <Skeleton width="48px" />}</span>
      {note && <span className="muted small truncate">{note}</span>}
    </>
  )
  return to === undefined ? (
    <div className="stat">{content}</div>
  ) : (
    <Link to={to} className="stat">
      {content}
    </Link>
  )
}
