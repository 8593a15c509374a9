import { addresses } from '../../addresses.ts'
import { Tabs } from '../../components/layout/tabs.tsx'
import { amount } from '../../components/text/format-number.ts'
import { useRead } from '../../project.tsx'

/** The pages of this area. Requests that wait for a decision are told on each of them. */
export function UsageTabs() {
  const { data } = useRead(
    ['usage', 'requests', 'waiting'],
    (api, signal) =>
      api.page('/api/v1/usage/caps/requests', { query: { status: 'pending', limit: 1 }, signal }),
    { refetchInterval: 15_000 },
  )
  const waiting = data && data.total > 0 ? amount(data.total) : undefined
  return (
    <Tabs
      label="Usage"
      tabs={[
        { to: addresses.usage, label: 'Overview' },
        { to: addresses.ledger, label: 'Ledger' },
        { to: addresses.caps, label: 'Caps', mark: waiting },
        { to: addresses.holds, label: 'Open holds' },
        { to: addresses.prices, label: 'Prices' },
      ]}
    />
  )
}
