import { Dialog } from '../parts/dialog.tsx'
import { destinationsFor } from './navigation.ts'
import './key-map.css'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
const commandKey = isApple ? '⌘' : 'Ctrl'
export const paletteKeys = isApple ? '⌘K' : 'Ctrl K'

const everywhere: [string[], string][] = [
  [[paletteKeys], 'Find a page, an action or anything by its id'],
  [['?'], 'This list'],
  [['/'], 'Filter the list'],
  [['j'], 'Next row'],
  [['k'], 'Row before'],
  [['Enter'], 'Open the row'],
  [['x'], 'Mark the row'],
  [['c'], 'Create'],
  [['Esc'], 'Close'],
]

const inTables: [string[], string][] = [
  [['←', '↑', '→', '↓'], 'Move among the cells'],
  [['Enter'], 'Edit the cell; save and go down'],
  [['Shift', 'Enter'], 'Open the row'],
  [['Space'], 'Mark the row, or switch yes and no'],
  [[commandKey, 'Z'], 'Take the last edit back'],
]

const inCode: [string[], string][] = [
  [[commandKey, 'Enter'], 'Run the script, or send the message'],
  [['Ctrl', 'Space'], 'Complete the word'],
  [['Esc', 'Tab'], 'Leave the editor'],
]

export function KeyMap({ isAdmin, onClose }: { isAdmin: boolean; onClose(): void }) {
  const pages = destinationsFor(isAdmin).map(({ key, label }): [string[], string] => [['g', key], label])
  return (
    <Dialog title="Keyboard" width="wide" isText onClose={onClose}>
      <div className="key-lists">
        <KeyList title="Everywhere" entries={everywhere} />
        <KeyList title="In the rows of a table" entries={inTables} />
        <KeyList title="In code" entries={inCode} />
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
