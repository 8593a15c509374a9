import { useState } from 'react'
import { CommandDialog, CommandEntry, CommandGroup } from '../../../components/dialog/command-dialog.tsx'
import { listNodes } from '../graph/structure.ts'
import type { FlowNode } from '../graph/types.ts'
import { useEditorState } from './editor-context.ts'
import { nameOf, nodeKinds, summaryOf } from './node-kinds.ts'

type NodeFinderProps = {
  label: string
  /** Which nodes can be chosen; all by default. */
  isOffered?(node: FlowNode): boolean
  onChoose(id: string): void
  onClose(): void
}

/** A node of the graph by its name, id, type or what it does. */
export function NodeFinder({ label, isOffered = () => true, onChoose, onClose }: NodeFinderProps) {
  const [text, setText] = useState('')
  const { graph } = useEditorState()
  return (
    <CommandDialog label={label} placeholder={label} text={text} onText={setText} onClose={onClose}>
      <CommandGroup heading="Nodes">
        {listNodes(graph)
          .filter(({ node }) => isOffered(node))
          .map(({ node }) => {
            const { Icon } = nodeKinds[node.type]
            return (
              <CommandEntry
                key={node.id}
                value={`${nameOf(node)} ${node.id} ${nodeKinds[node.type].label} ${summaryOf(node)}`}
                icon={<Icon size={15} aria-hidden />}
                onSelect={() => {
                  onClose()
                  onChoose(node.id)
                }}
              >
                <span className="truncate">{nameOf(node)}</span>
                <span className="command-end">{nodeKinds[node.type].label}</span>
              </CommandEntry>
            )
          })}
      </CommandGroup>
    </CommandDialog>
  )
}
