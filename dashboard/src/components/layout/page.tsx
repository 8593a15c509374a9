import { Link, useRouter } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import { type ReactNode, useEffect } from 'react'
import type { TitledCall } from '../code/api-calls-dialog.tsx'
import { BreakableText } from '../text/breakable-text.tsx'
import { useStepsBackTo } from './back-navigation.ts'
import { PageActions } from './page-actions.tsx'
import { useParentPage } from './parent-page.ts'
import './page.css'

export type PageProps = {
  title: string
  /** Before the title: a tile with the letters of a name. */
  icon?: ReactNode
  /** Beside the title: a status, for instance. */
  badge?: ReactNode
  about?: ReactNode
  back?: { to: string; label: string }
  actions?: ReactNode
  calls?: readonly TitledCall[]
  /** Wide is for what takes all the space there is. */
  width?: 'full' | 'narrow' | 'wide'
  children: ReactNode
}

export function Page({
  title,
  icon,
  badge,
  about,
  back,
  actions,
  calls,
  width = 'full',
  children,
}: PageProps) {
  useEffect(() => {
    document.title = `${title} · Stoa`
  }, [title])
  useParentPage(back?.to)
  return (
    <div className="page" data-width={width}>
      {back && <BackLink {...back} />}
      <header className="page-head">
        <div className="page-title">
          <div className="row">
            {icon}
            <h1 dir="auto">
              <BreakableText text={title} />
            </h1>
            {badge}
          </div>
          {about && (
            <p className="muted page-about" dir="auto">
              {about}
            </p>
          )}
        </div>
        <PageActions calls={calls}>{actions}</PageActions>
      </header>
      {children}
    </div>
  )
}

/** To the list as it was left, with its filters and its place, where one came from it. */
function BackLink({ to, label }: { to: string; label: string }) {
  const { history } = useRouter()
  const stepsBackTo = useStepsBackTo()
  return (
    <Link
      to={to}
      className="page-back"
      onClick={(event) => {
        const steps = event.metaKey || event.ctrlKey || event.shiftKey ? null : stepsBackTo(to)
        if (steps === null) return
        event.preventDefault()
        history.go(-steps)
      }}
    >
      <ChevronLeft size={14} aria-hidden />
      <bdi>{label}</bdi>
    </Link>
  )
}

type CardProps = { title: string; actions?: ReactNode; children: ReactNode }

export const Card = ({ title, actions, children }: CardProps) => (
  <section className="card" aria-label={title}>
    <div className="card-head">
      <h2>{title}</h2>
      {actions}
    </div>
    {children}
  </section>
)

/** Names and values in two columns. */
export const DescriptionList = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="description-list">
    {facts.map(([name, value]) => (
      <div key={name} style={{ display: 'contents' }}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
