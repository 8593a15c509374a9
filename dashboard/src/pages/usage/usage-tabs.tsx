import { Tabs } from '../../components/layout/tabs.tsx'
import { formatAmount } from '../../components/text/format-number.ts'
import { useRead } from '../../project.ts'
import { usageRoutes } from './routes.ts'

/** The pages of this area. Each shows the number of pending cap requests. */
export function UsageTabs() {
  const { data } = useRead(
    ['usage', 'requests', 'waiting'],
    (api, signal) =>
      api.page('/api/v1/usage/caps/requests', { query: { status: 'pending', limit: 1 }, signal }),
    { refetchInterval: 15_000 },
  )
  const waiting = data && data.total > 0 ? formatAmount(data.total) : undefined
  return (
    <Tabs
      label="Usage"
      tabs={[
        { to: usageRoutes.overview, label: 'Overview' },
        { to: usageRoutes.ledger, label: 'Ledger' },
        { to: usageRoutes.caps, label: 'Caps', badge: waiting },
        { to: usageRoutes.holds, label: 'Open holds' },
        { to: usageRoutes.prices, label: 'Prices' },
      ]}
    />
  )
}
