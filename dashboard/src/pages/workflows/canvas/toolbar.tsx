import Copy from 'lucide-react/icons/copy'
import Keyboard from 'lucide-react/icons/keyboard'
import List from 'lucide-react/icons/list'
import Network from 'lucide-react/icons/network'
import Plus from 'lucide-react/icons/plus'
import Redo2 from 'lucide-react/icons/redo-2'
import Search from 'lucide-react/icons/search'
import Trash2 from 'lucide-react/icons/trash-2'
import Undo2 from 'lucide-react/icons/undo-2'
import Waypoints from 'lucide-react/icons/waypoints'
import Zap from 'lucide-react/icons/zap'
import { type ReactNode, useState } from 'react'
import { Button, IconButton } from '../../../components/actions/button.tsx'
import { Dialog } from '../../../components/dialog/dialog.tsx'
import { useEditor, useEditorState } from './editor-context.ts'
import type { Commands } from './use-commands.ts'

type ToolbarProps = {
  commands: Commands
  view: 'canvas' | 'list'
  onView(view: 'canvas' | 'list'): void
  onFind(): void
  onAdd(): void
  /** Of the selected nodes and edges, or of the selected trigger. */
  onRemove(): void
  /** Whether it is saved, and its problems. */
  state: ReactNode
}

export function Toolbar({ commands, view, onView, onFind, onAdd, onRemove, state }: ToolbarProps) {
  const { isReadOnly } = useEditor()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const other = view === 'canvas' ? 'list' : 'canvas'
  return (
    <div className="flow-toolbar" role="toolbar" aria-label="Edit the graph">
      {!isReadOnly && <EditButtons commands={commands} onAdd={onAdd} onRemove={onRemove} />}
      <IconButton label="Find a node (/)" icon={<Search size={16} aria-hidden />} onClick={onFind} />
      <IconButton
        label={other === 'list' ? 'Show as list (l)' : 'Show as canvas (l)'}
        icon={other === 'list' ? <List size={16} aria-hidden /> : <Network size={16} aria-hidden />}
        onClick={() => onView(other)}
      />
      <IconButton
        label="Keys of the editor"
        icon={<Keyboard size={16} aria-hidden />}
        onClick={() => setHelpOpen(true)}
      />
      <span className="flow-toolbar-end">{state}</span>
      {isHelpOpen && <KeysDialog onClose={() => setHelpOpen(false)} />}
    </div>
  )
}

type EditButtonsProps = Pick<ToolbarProps, 'commands' | 'onAdd' | 'onRemove'>

function EditButtons({ commands, onAdd, onRemove }: EditButtonsProps) {
  const { store, addTrigger } = useEditor()
  const { canUndo, canRedo, selectedNodes, selectedEdges, selectedTrigger } = useEditorState()
  const hasSelection = selectedNodes.size + selectedEdges.size > 0 || selectedTrigger !== null
  return (
    <>
      <Button icon={<Plus size={14} aria-hidden />} onClick={onAdd} title="Add a node (a)">
        Add node
      </Button>
      <Button icon={<Zap size={14} aria-hidden />} onClick={addTrigger} title="Add a trigger (t)">
        Add trigger
      </Button>
      <IconButton
        label="Undo"
        icon={<Undo2 size={16} aria-hidden />}
        disabled={!canUndo}
        onClick={store.undo}
      />
      <IconButton
        label="Redo"
        icon={<Redo2 size={16} aria-hidden />}
        disabled={!canRedo}
        onClick={store.redo}
      />
      <IconButton
        label="Copy as JSON"
        icon={<Copy size={16} aria-hidden />}
        disabled={selectedNodes.size === 0}
        onClick={() => void commands.copy()}
      />
      <IconButton
        label="Delete the selection"
        icon={<Trash2 size={16} aria-hidden />}
        disabled={!hasSelection}
        onClick={onRemove}
      />
      <IconButton
        label="Automatic layout"
        icon={<Waypoints size={16} aria-hidden />}
        onClick={() => void commands.layout()}
      />
    </>
  )
}

const keys: readonly (readonly [string, string])[] = [
  ['a', 'Add a node after the selected one'],
  ['t', 'Add a trigger'],
  ['c', 'Connect the selected node to another one'],
  ['m', 'Move the selected nodes into a loop or out of it'],
  ['Enter', 'Open the focused node'],
  ['Delete', 'Delete the selection'],
  ['/ or Ctrl F', 'Find a node'],
  ['l', 'Switch between canvas and list'],
  ['f', 'Zoom to fit'],
  ['r', 'Run the workflow'],
  ['← ↑ → ↓', 'Move the selected nodes'],
  ['Ctrl Z', 'Undo'],
  ['Ctrl Shift Z', 'Redo'],
  ['Ctrl C, Ctrl X, Ctrl V', 'Copy, cut and paste nodes as JSON'],
  ['Ctrl D', 'Duplicate'],
  ['Ctrl A', 'Select all'],
]

const KeysDialog = ({ onClose }: { onClose(): void }) => (
  <Dialog title="Keys of the editor" isText onClose={onClose}>
    <dl className="editor-keys">
      {keys.map(([key, meaning]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
)
