import { useDeferredValue, useState } from 'react'
import { CommandDialog, CommandEntry, CommandGroup } from '../../components/dialog/command-dialog.tsx'
import { useRead } from '../../project.ts'
import { ServiceLogo } from '../toolkits/logos/service-logo.tsx'
import { toolsPath } from './tools-api.ts'

const toolLimit = 20

/** The tools of the project for what was typed. */
export function useToolSearch(text: string, limit: number) {
  const searched = useDeferredValue(text.trim())
  const { data } = useRead(
    ['tools', 'picker', searched, limit],
    (api, signal) =>
      api.get(toolsPath, { query: { ...(searched ? { q: searched } : {}), kind: 'actions', limit }, signal }),
    { keepsPrevious: true },
  )
  return data ?? []
}

type ToolPickerProps = { onPick(slug: string): void; onClose(): void }

export function ToolPicker({ onPick, onClose }: ToolPickerProps) {
  const [text, setText] = useState('')
  return (
    <CommandDialog
      label="Select a tool"
      placeholder="Search by what a tool does"
      text={text}
      onText={setText}
      onClose={onClose}
    >
      <CommandGroup heading="Tools">
        {useToolSearch(text, toolLimit).map(({ slug, name, toolkitSlug }) => (
          <CommandEntry
            key={slug}
            // The typed text is part of the value: the server has matched it already.
            value={`${text} ${name} ${slug}`}
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
