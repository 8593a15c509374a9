import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Skeleton } from '../feedback/skeleton.tsx'
import './stat.css'

/** Numbers to know at a glance, side by side. */
export const Figures = ({ label, children }: { label: string; children: ReactNode }) => (
  <section className="figures" aria-label={label}>
    {children}
  </section>
)

type FigureProps = {
  label: string
  /** Undefined while it is on its way. */
  value: string | undefined
  note?: ReactNode
  /** What it counts. */
  to?: string
}

export function Figure({ label, value, note, to }: FigureProps) {
  const content = (
    <>
      <span className="muted">{label}</span>
      <span className="figure-value number">{value ?? <Skeleton width="48px" />}</span>
      {note && <span className="muted small truncate">{note}</span>}
    </>
  )
  return to === undefined ? (
    <div className="figure">{content}</div>
  ) : (
    <Link to={to} className="figure">
      {content}
    </Link>
  )
}
