import { runShortcut } from '../../components/code/use-run-shortcut.ts'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { Checkbox } from '../../components/form/field.tsx'
import { KeyList, type KeyMeaning } from '../../components/text/key-list.tsx'

const entries: KeyMeaning[] = [
  [['/'], 'Search'],
  [['j'], 'Next operation'],
  [['k'], 'Previous operation'],
  [['↓', '↑'], 'Next and previous, in the search and the list'],
  [['Enter'], 'In the search: open the first match'],
  [[runShortcut], 'Send the request'],
  [['Esc'], 'Clear the search'],
  [['?'], 'Show shortcuts'],
]

type ShortcutsDialogProps = { hasLetters: boolean; onLetters(isOn: boolean): void; onClose(): void }

export const ShortcutsDialog = ({ hasLetters, onLetters, onClose }: ShortcutsDialogProps) => (
  <Dialog title="Shortcuts" onClose={onClose}>
    <KeyList title="In the API reference" entries={entries} />
    <Checkbox
      label="Single-letter shortcuts"
      hint="Switch them off if you use speech input."
      isOn={hasLetters}
      onChange={onLetters}
    />
  </Dialog>
)
