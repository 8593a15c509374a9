import { Dialog } from '../components/dialog/dialog.tsx'
import { KeyList, type KeyMeaning } from '../components/text/key-list.tsx'
import { navigationEntriesFor } from './navigation.ts'
import { commandKey, paletteKeys } from './platform-keys.ts'
import './shortcuts-dialog.css'

const everywhere: KeyMeaning[] = [
  [[paletteKeys], 'Search pages, actions and IDs'],
  [['?'], 'Show shortcuts'],
  [['/'], 'Filter the list'],
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['Enter'], 'Open the row'],
  [['x'], 'Select the row'],
  [['c'], 'Create'],
  [['Esc'], 'Close'],
]

const inTables: KeyMeaning[] = [
  [['←', '↑', '→', '↓'], 'Move between cells'],
  [['Enter'], 'Edit the cell; save and move down'],
  [['Shift', 'Enter'], 'Open the row'],
  [['Space'], 'Select the row, or toggle a boolean'],
  [[commandKey, 'Z'], 'Undo the last edit'],
]

const inCode: KeyMeaning[] = [
  [[commandKey, 'Enter'], 'Run the script, or send the message'],
  [['Ctrl', 'Space'], 'Autocomplete'],
  [['Esc', 'Tab'], 'Leave the editor'],
]

export function ShortcutsDialog({ isAdmin, onClose }: { isAdmin: boolean; onClose(): void }) {
  const pages = navigationEntriesFor(isAdmin).map(({ key, label }): KeyMeaning => [['g', key], label])
  return (
    <Dialog title="Shortcuts" width="wide" isText onClose={onClose}>
      <div className="key-lists">
        <KeyList title="Everywhere" entries={everywhere} />
        <KeyList title="In table rows" entries={inTables} />
        <KeyList title="In the code editor" entries={inCode} />
        <KeyList title="Go to" entries={pages} />
      </div>
    </Dialog>
  )
}
