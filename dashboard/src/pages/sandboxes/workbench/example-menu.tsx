import ChevronDown from 'lucide-react/icons/chevron-down'
import { Button } from '../../../components/actions/button.tsx'
import { Menu, MenuItem } from '../../../components/actions/menu.tsx'
import { type Example, examples, type Language } from '../../../features/sandboxes/languages.ts'
import type { Draft } from '../../../features/sandboxes/workbench/run-request.ts'

type ExampleMenuProps = { language: Language; draft: Draft; onChoose(patch: Partial<Draft>): void }

/** An example takes the place of what is written; the editor's own undo brings that back. */
export function ExampleMenu({ language, draft, onChoose }: ExampleMenuProps) {
  const choose = ({ source, state, hosts = '' }: Example) =>
    onChoose({ sources: { ...draft.sources, [language]: source }, state, hosts })
  return (
    <Menu
      align="start"
      trigger={
        <Button variant="ghost">
          Examples
          <ChevronDown size={14} aria-hidden />
        </Button>
      }
    >
      {examples[language].map((example) => (
        <MenuItem key={example.title} onSelect={() => choose(example)}>
          {example.title}
        </MenuItem>
      ))}
    </Menu>
  )
}
