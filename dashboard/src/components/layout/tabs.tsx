import { Link } from '@tanstack/react-router'
import './tabs.css'

export type Tab = { to: string; label: string; badge?: string | undefined }

/** The pages of one area, each with its own URL. */
export const Tabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav className="tabs" aria-label={label}>
    {tabs.map(({ to, label: name, badge }) => (
      <Link key={to} to={to} className="tab" activeOptions={{ exact: true, includeSearch: false }}>
        {name}
        {badge !== undefined && <span className="tab-badge number">{badge}</span>}
      </Link>
    ))}
  </nav>
)
