import { Link } from '@tanstack/react-router'
import './tabs.css'

export type Tab = { to: string; label: string; mark?: string | undefined }

/** The pages of one area, each with an address of its own. */
export const Tabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav className="tabs" aria-label={label}>
    {tabs.map(({ to, label: name, mark }) => (
      <Link key={to} to={to} className="tab" activeOptions={{ exact: true, includeSearch: false }}>
        {name}
        {mark !== undefined && <span className="tab-mark number">{mark}</span>}
      </Link>
    ))}
  </nav>
)
