import { Dialog } from '../components/dialog/dialog.tsx'
import { navigationEntriesFor } from './navigation.ts'
import { commandKey, paletteKeys } from './platform-keys.ts'
import './shortcuts-dialog.css'

const everywhere: [string[], string][] = [
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

const inTables: [string[], string][] = [
  [['←', '↑', '→', '↓'], 'Move between cells'],
  [['Enter'], 'Edit the cell; save and move down'],
  [['Shift', 'Enter'], 'Open the row'],
  [['Space'], 'Select the row, or toggle a boolean'],
  [[commandKey, 'Z'], 'Undo the last edit'],
]

const inCode: [string[], string][] = [
  [[commandKey, 'Enter'], 'Run the script, or send the message'],
  [['Ctrl', 'Space'], 'Autocomplete'],
  [['Esc', 'Tab'], 'Leave the editor'],
]

export function ShortcutsDialog({ isAdmin, onClose }: { isAdmin: boolean; onClose(): void }) {
  const pages = navigationEntriesFor(isAdmin).map(({ key, label }): [string[], string] => [['g', key], label])
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

const KeyList = ({ title, entries }: { title: string; entries: [string[], string][] }) => (
  <section className="stack">
    <h3>{title}</h3>
    <dl className="key-list">
      {entries.map(([keys, meaning]) => (
        <div key={meaning}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </section>
)
