import type { LucideIcon } from 'lucide-react'
import AppWindow from 'lucide-react/icons/app-window'
import Binary from 'lucide-react/icons/binary'
import Braces from 'lucide-react/icons/braces'
import Calculator from 'lucide-react/icons/calculator'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import CodeIcon from 'lucide-react/icons/code'
import Cpu from 'lucide-react/icons/cpu'
import FileCode from 'lucide-react/icons/file-code'
import Folder from 'lucide-react/icons/folder'
import Globe from 'lucide-react/icons/globe'
import KeyRound from 'lucide-react/icons/key-round'
import Library from 'lucide-react/icons/library'
import RegexIcon from 'lucide-react/icons/regex'
import SheetIcon from 'lucide-react/icons/sheet'
import Table2 from 'lucide-react/icons/table-2'
import TimerIcon from 'lucide-react/icons/timer'
import TypeIcon from 'lucide-react/icons/type'
import Webhook from 'lucide-react/icons/webhook'

/** What comes with the product has an icon for what it does: no company is behind it. */
export const builtInIcons: Readonly<Record<string, LucideIcon>> = {
  browser: AppWindow,
  crypto: KeyRound,
  csv: SheetIcon,
  datetime: CalendarClock,
  encoding: Binary,
  file: Folder,
  http: Globe,
  human: CircleQuestionMark,
  json: Braces,
  knowledge: Library,
  local: Cpu,
  markdown: FileCode,
  math: Calculator,
  regex: RegexIcon,
  sandbox: CodeIcon,
  sleep: TimerIcon,
  table: Table2,
  text: TypeIcon,
  webhook: Webhook,
}
