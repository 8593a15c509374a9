import type { LucideIcon } from 'lucide-react'
import AtSign from 'lucide-react/icons/at-sign'
import Binary from 'lucide-react/icons/binary'
import Braces from 'lucide-react/icons/braces'
import CalendarDays from 'lucide-react/icons/calendar-days'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import Hash from 'lucide-react/icons/hash'
import Link2 from 'lucide-react/icons/link-2'
import List from 'lucide-react/icons/list'
import Paperclip from 'lucide-react/icons/paperclip'
import SquareCheck from 'lucide-react/icons/square-check'
import Type from 'lucide-react/icons/type'
import Waypoints from 'lucide-react/icons/waypoints'
import type { FieldType } from '../../features/tables/tables-api.ts'

const kinds: Record<FieldType, { icon: LucideIcon; label: string }> = {
  text: { icon: Type, label: 'Text' },
  number: { icon: Hash, label: 'Number' },
  integer: { icon: Binary, label: 'Integer' },
  boolean: { icon: SquareCheck, label: 'Boolean' },
  date: { icon: CalendarDays, label: 'Date/time' },
  json: { icon: Braces, label: 'JSON' },
  select: { icon: List, label: 'Select' },
  email: { icon: AtSign, label: 'Email' },
  url: { icon: Link2, label: 'URL' },
  relation: { icon: Waypoints, label: 'Relation' },
  file: { icon: Paperclip, label: 'File' },
}

export const fieldTypeChoices = Object.entries(kinds).map(([value, { label }]) => ({ value, label }))

/** Null is a field that no schema names. */
export function FieldTypeIcon({ type }: { type: FieldType | null }) {
  const { icon: Icon, label } = type === null ? { icon: CircleHelp, label: 'Undeclared' } : kinds[type]
  return <Icon size={13} aria-label={label} />
}
