import { useDeferredValue, useState } from 'react'
import { CommandDialog, CommandEntry, CommandGroup } from '../../components/dialog/command-dialog.tsx'
import { useRead } from '../../project.ts'
import { ServiceLogo } from '../toolkits/logos/service-logo.tsx'
import { toolsPath } from './tools-api.ts'

const toolLimit = 20

/**
 * The tools of the project for what was typed. Those of the text before are shown until then, as far as they contain the new one:
 * Enter must not choose one of them for anything else.
 */
export function useToolSearch(text: string, limit: number) {
  const searched = useDeferredValue(text.trim())
  const { data, isPlaceholderData } = useRead(
    ['tools', 'picker', searched, limit],
    (api, signal) =>
      api.get(toolsPath, { query: { ...(searched ? { q: searched } : {}), kind: 'actions', limit }, signal }),
    { keepsPrevious: true },
  )
  const isFound = !isPlaceholderData && searched === text.trim()
  return {
    tools: data ?? [],
    isSearching: data === undefined || !isFound,
    // The typed text is part of the value where the server has matched it: the dialog filters by it once more.
    entryOf: (tool: { name: string; slug: string }) =>
      `${isFound ? `${text} ` : ''}${tool.name} ${tool.slug}`,
  }
}

type ToolPickerProps = { onPick(slug: string): void; onClose(): void }

export function ToolPicker({ onPick, onClose }: ToolPickerProps) {
  const [text, setText] = useState('')
  const { tools, isSearching, entryOf } = useToolSearch(text, toolLimit)
  return (
    <CommandDialog
      label="Select a tool"
      placeholder="Search by what a tool does"
      text={text}
      onText={setText}
      isSearching={isSearching}
      onClose={onClose}
    >
      <CommandGroup heading="Tools">
        {tools.map(({ slug, name, toolkitSlug }) => (
          <CommandEntry
            key={slug}
            value={entryOf({ name, slug })}
            onSelect={() => {
              onClose()
              onPick(slug)
            }}
          >
            <ServiceLogo slug={toolkitSlug} name={toolkitSlug} size="small" />
            <span className="truncate">{name}</span>
            <span className="command-end">{toolkitSlug}</span>
          </CommandEntry>
        ))}
      </CommandGroup>
    </CommandDialog>
  )
}
