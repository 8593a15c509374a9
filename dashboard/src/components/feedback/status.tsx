import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleSlash from 'lucide-react/icons/circle-slash'
import Clock from 'lucide-react/icons/clock'
import type { ReactNode } from 'react'
import './status.css'

export type StatusKind = 'good' | 'warn' | 'bad' | 'off'

// A different shape for each kind, and a label beside it: colour only helps.
const statusIcons = { good: CircleCheck, warn: Clock, bad: CircleAlert, off: CircleSlash } as const

export function Status({ kind, children }: { kind: StatusKind; children: ReactNode }) {
  const Icon = statusIcons[kind]
  return (
    <span className="status" data-kind={kind}>
      <Icon size={14} aria-hidden />
      {children}
    </span>
  )
}

export const Chip = ({ children }: { children: ReactNode }) => <span className="chip">{children}</span>

export const Chips = ({ items, none }: { items: readonly string[]; none: string }) =>
  items.length === 0 ? (
    <span className="muted">{none}</span>
  ) : (
    <span className="chips">
      {items.map((item) => (
        <Chip key={item}>{item}</Chip>
      ))}
    </span>
  )
