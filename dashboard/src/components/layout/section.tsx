import type { ReactNode } from 'react'
import './section.css'

type SectionProps = {
  title: string
  /** What can be set here, and what it changes. */
  about: ReactNode
  /** What cannot be undone is marked. */
  tone?: 'normal' | 'danger'
  children: ReactNode
}

/** A part of a page of settings: what it is about, and beside it the settings. */
export const Section = ({ title, about, tone = 'normal', children }: SectionProps) => (
  <section className="section" aria-label={title} data-tone={tone}>
    <div className="section-about">
      <h2>{title}</h2>
      <p className="muted">{about}</p>
    </div>
    <div className="card">{children}</div>
  </section>
)
