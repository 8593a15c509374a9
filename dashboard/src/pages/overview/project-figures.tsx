import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { addresses } from '../../addresses.ts'
import { amount } from '../../parts/amounts.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useIsAdmin, useRead } from '../../project.tsx'

const everyMs = 5_000

/** The four numbers to know at a glance, each leading to what it counts. */
export function Figures() {
  const isAdmin = useIsAdmin()
  const users = useRead(
    ['end-users', 'count'],
    (api, signal) => api.page('/api/v1/external-users', { query: { limit: 1 }, signal }),
    { refetchInterval: everyMs },
  )
  const keys = useRead(
    ['keys', 'live'],
    (api, signal) => api.page('/api/v1/api-keys', { query: { limit: 100 }, signal }),
    {
      refetchInterval: everyMs,
      isEnabled: isAdmin,
    },
  )
  const spender = useRead(
    ['end-users', 'spender'],
    (api, signal) =>
      api.page('/api/v1/external-users', {
        query: { limit: 1, sortBy: 'creditsUsed', sortOrder: 'DESC', fields: ['name', 'creditsUsed'] },
        signal,
      }),
    { refetchInterval: everyMs },
  )
  const models = useRead(['models', {}], (api, signal) => api.get('/api/v1/ai/models', { signal }))
  const live = keys.data?.data.filter(({ state }) => state === 'active' || state === 'rotating')
  const most = spender.data?.data[0]
  return (
    <section className="figures" aria-label="Figures">
      <Figure to={addresses.endUsers} label="End users" value={users.data && amount(users.data.total)} />
      {isAdmin && <Figure to={addresses.keys} label="Keys in use" value={live && amount(live.length)} />}
      <Figure
        to={addresses.models}
        label="Chat models on"
        value={models.data && amount(models.data.filter(({ isActive }) => isActive).length)}
      />
      <Figure
        to={`${addresses.endUsers}?sortBy=creditsUsed`}
        label="Most credits"
        value={most && amount(most.creditsUsed)}
        note={most && most.creditsUsed > 0 ? most.name : 'nobody has spent any'}
      />
    </section>
  )
}

type FigureProps = { to: string; label: string; value: string | undefined; note?: ReactNode }

const Figure = ({ to, label, value, note }: FigureProps) => (
  <Link to={to} className="figure">
    <span className="muted">{label}</span>
    <span className="figure-value number">{value ?? <Skeleton width="48px" />}</span>
    {note && <span className="muted small truncate">{note}</span>}
  </Link>
)
