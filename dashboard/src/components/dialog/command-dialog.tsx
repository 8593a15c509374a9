import { Command } from 'cmdk'
import type { ReactNode } from 'react'
import { useModal } from './use-modal.ts'
import './command-dialog.css'

/** Every word has to occur: single letters out of long descriptions would put others before what was meant. */
function fit(value: string, search: string): number {
  const [entry, text] = [value.toLowerCase(), search.trim().toLowerCase()]
  if (entry.startsWith(text)) return 1
  return text.split(/\s+/).every((word) => entry.includes(word)) ? 0.5 : 0
}

type CommandDialogProps = {
  label: string
  placeholder: string
  text: string
  onText(text: string): void
  /** More may be found: it is too early to say that there is nothing. */
  isSearching?: boolean
  onClose(): void
  children: ReactNode
}

/** One field that filters a list: arrows move in it, Enter chooses. */
export const CommandDialog = ({
  label,
  placeholder,
  text,
  onText,
  isSearching = false,
  onClose,
  children,
}: CommandDialogProps) => (
  <dialog {...useModal(onClose)} className="command-dialog" aria-label={label}>
    <Command label={label} loop filter={fit}>
      <Command.Input placeholder={placeholder} value={text} onValueChange={onText} />
      <Command.List>
        <Command.Empty>{isSearching ? 'Searching…' : 'No results.'}</Command.Empty>
        {children}
      </Command.List>
    </Command>
  </dialog>
)

export const CommandGroup = Command.Group

type CommandEntryProps = { value: string; icon?: ReactNode; children: ReactNode; onSelect(): void }

export const CommandEntry = ({ value, icon, children, onSelect }: CommandEntryProps) => (
  <Command.Item value={value} onSelect={onSelect}>
    {icon}
    {children}
  </Command.Item>
)
