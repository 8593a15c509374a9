import { useState } from 'react'
import { CommandDialog, CommandEntry, CommandGroup } from '../../../components/dialog/command-dialog.tsx'
import { useToolSearch } from '../../../features/tools/tool-picker.tsx'
import type { NewNode } from '../graph/edit.ts'
import type { NodeType } from '../graph/types.ts'
import { nodeKinds } from './node-kinds.ts'
import './command-about.css'

const offered: readonly (readonly [string, readonly NodeType[]])[] = [
  ['Do something', ['http', 'code', 'set', 'llm', 'llm_agent', 'human_wait', 'subflow']],
  ['Control the flow', ['branch', 'loop', 'parallel', 'join', 'wait', 'end']],
]
const toolLimit = 12
const Wrench = nodeKinds.action.Icon

type NodePickerProps = { onPick(node: NewNode): void; onClose(): void }

/** What can be added: every type of node, and every tool of the project by what it does. */
export function NodePicker({ onPick, onClose }: NodePickerProps) {
  const [text, setText] = useState('')
  const { tools, isSearching, entryOf } = useToolSearch(text, toolLimit)
  const pick = (node: NewNode) => {
    onClose()
    onPick(node)
  }
  return (
    <CommandDialog
      label="Add a node"
      placeholder="Search node types and tools"
      text={text}
      onText={setText}
      isSearching={isSearching}
      onClose={onClose}
    >
      {offered.map(([heading, types]) => (
        <CommandGroup key={heading} heading={heading}>
          {types.map((type) => (
            <KindEntry key={type} type={type} onSelect={() => pick(blank(type))} />
          ))}
        </CommandGroup>
      ))}
      <CommandGroup heading="Tools">
        {tools.map(({ slug, name, toolkitSlug }) => (
          <CommandEntry
            key={slug}
            value={entryOf({ name, slug: `${slug} tool` })}
            icon={<Wrench size={15} aria-hidden />}
            onSelect={() =>
              pick({ type: 'action', name, idFrom: slug, fields: { toolSlug: slug, inputMapping: {} } })
            }
          >
            <span className="truncate">{name}</span>
            <span className="command-end">{toolkitSlug}</span>
          </CommandEntry>
        ))}
      </CommandGroup>
    </CommandDialog>
  )
}

const blank = (type: NodeType): NewNode => ({ type, fields: structuredClone(nodeKinds[type].fields ?? {}) })

function KindEntry({ type, onSelect }: { type: NodeType; onSelect(): void }) {
  const { label, about, keywords, Icon } = nodeKinds[type]
  return (
    <CommandEntry
      value={`${label} ${keywords} ${type}`}
      icon={<Icon size={15} aria-hidden />}
      onSelect={onSelect}
    >
      {label}
      <span className="command-end command-about truncate">{about}</span>
    </CommandEntry>
  )
}
