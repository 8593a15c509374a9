import CornerUpLeft from 'lucide-react/icons/corner-up-left'
import { useState } from 'react'
import { CommandDialog, CommandEntry, CommandGroup } from '../../../components/dialog/command-dialog.tsx'
import { loopsFor, movableOf, outerLevel } from '../graph/levels.ts'
import { findNode } from '../graph/ops.ts'
import { useEditorState } from './editor-context.ts'
import { nameOf, nodeKinds, summaryOf } from './node-kinds.ts'
import './command-about.css'

type LoopFinderProps = {
  ids: ReadonlySet<string>
  onChoose(parent: string | undefined): void
  onClose(): void
}

const LoopIcon = nodeKinds.loop.Icon

/** The loop that nodes are moved into, or the way out of theirs: what dragging does, with the keyboard. */
export function LoopFinder({ ids, onChoose, onClose }: LoopFinderProps) {
  const [text, setText] = useState('')
  const { graph } = useEditorState()
  const moved = movableOf(graph, ids)
  const [first] = moved
  const around = first?.parent === undefined ? undefined : findNode(graph, first.parent)
  const label = `Move ${moved.length === 1 && first ? nameOf(first) : `${moved.length} nodes`}`
  const choose = (parent: string | undefined) => {
    onClose()
    onChoose(parent)
  }
  return (
    <CommandDialog label={label} placeholder={label} text={text} onText={setText} onClose={onClose}>
      <CommandGroup heading="Move to">
        {around && first && (
          <CommandEntry
            value={`out of ${nameOf(around)}`}
            icon={<CornerUpLeft size={15} aria-hidden />}
            onSelect={() => choose(outerLevel(graph, first.id))}
          >
            Out of {nameOf(around)}
          </CommandEntry>
        )}
        {loopsFor(graph, ids)
          .filter(({ id }) => id !== first?.parent)
          .map((loop) => (
            <CommandEntry
              key={loop.id}
              value={`into ${nameOf(loop)} ${loop.id}`}
              icon={<LoopIcon size={15} aria-hidden />}
              onSelect={() => choose(loop.id)}
            >
              <span className="truncate">Into {nameOf(loop)}</span>
              <span className="command-end command-about truncate">{summaryOf(loop)}</span>
            </CommandEntry>
          ))}
      </CommandGroup>
    </CommandDialog>
  )
}
