import type { LucideIcon } from 'lucide-react'
import CircleDot from 'lucide-react/icons/circle-dot'
import CirclePlus from 'lucide-react/icons/circle-plus'
import Pencil from 'lucide-react/icons/pencil'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ActionKind, kindOfAction } from './action-kind.ts'
import { actionText } from './action-text.ts'
import './action-name.css'

const icons: Record<ActionKind, LucideIcon> = {
  added: CirclePlus,
  changed: Pencil,
  removed: Trash2,
  refused: ShieldAlert,
  other: CircleDot,
}

type ActionNameProps = {
  action: string
  /** Shows also what the API calls it, by which entries are searched for. */
  hasCode?: boolean
  /** Of its object. */
  name?: string | null
}

/** What was done, with what kind of change it is to be seen in passing. */
export function ActionName({ action, hasCode = false, name = null }: ActionNameProps) {
  const kind = kindOfAction(action)
  const Icon = icons[kind]
  return (
    <span className="action-name" data-kind={kind}>
      <Icon size={14} aria-hidden />
      <span className="two-lines" title={action}>
        {actionText(action)}
        {name !== null && <span className="muted small truncate">{name}</span>}
        {hasCode && <code className="muted small">{action}</code>}
      </span>
    </span>
  )
}
