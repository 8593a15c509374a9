import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import BookOpen from 'lucide-react/icons/book-open'
import Keyboard from 'lucide-react/icons/keyboard'
import Plus from 'lucide-react/icons/plus'
import SunMoon from 'lucide-react/icons/sun-moon'
import { type ReactNode, use, useEffect, useState } from 'react'
import { useModal } from '../components/dialog/use-modal.ts'
import { loadChunk } from '../connection/load-chunk.ts'
import { apiReferenceAddresses } from '../pages/api-reference/addresses.ts'
import type { FoundObject, ObjectFinder, PaletteAction } from '../pages/manifest.ts'
import { manifests } from '../pages/manifests.ts'
import { useIsAdmin, useRead } from '../project.ts'
import { currentTheme, setTheme } from '../state/theme.ts'
import { navigationEntriesFor } from './navigation.ts'
import { searchObjects } from './search-objects.ts'
import './palette.css'

type PaletteProps = { onClose(): void; onShortcuts(): void }

const pauseMs = 120

/** Every word has to occur: single letters out of long descriptions would put pages before what was meant. */
function fit(value: string, search: string): number {
  const [entry, text] = [value.toLowerCase(), search.trim().toLowerCase()]
  if (entry.startsWith(text)) return 1
  return text.split(/\s+/).every((word) => entry.includes(word)) ? 0.5 : 0
}

type Loaded = { actions: readonly PaletteAction[]; finders: readonly ObjectFinder[] }

/** What every page folder adds to the palette. */
async function loadEntries(): Promise<Loaded> {
  const loaded = await Promise.all(manifests.flatMap(({ palette }) => (palette ? [loadChunk(palette)] : [])))
  return {
    actions: loaded.flatMap(({ actions = [] }) => actions),
    finders: loaded.flatMap(({ finders = [] }) => finders),
  }
}

let loading: Promise<Loaded> | null = null

function entriesOnce(): Promise<Loaded> {
  loading ??= loadEntries().catch((error) => {
    // The next opening of the palette loads them again.
    loading = null
    throw error
  })
  return loading
}

/** Pages, actions and every object of the project by name or ID, from one field. */
export function Palette({ onClose, onShortcuts }: PaletteProps) {
  const { actions, finders } = use(entriesOnce())
  const isAdmin = useIsAdmin()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const found = useFound(finders, text.trim())
  const go = (to: string) => {
    onClose()
    void navigate({ to })
  }
  return (
    <dialog {...useModal(onClose)} className="palette" aria-label="Search">
      <Command label="Search" loop filter={fit}>
        <Command.Input
          placeholder="Search pages, actions, names or IDs"
          value={text}
          onValueChange={setText}
        />
        <Command.List>
          <Command.Empty>No results.</Command.Empty>
          <Pages isAdmin={isAdmin} go={go} />
          <Actions actions={actions} isAdmin={isAdmin} go={go} onClose={onClose} onShortcuts={onShortcuts} />
          <Objects found={found} text={text} go={go} />
        </Command.List>
      </Command>
    </dialog>
  )
}

type PagesProps = { isAdmin: boolean; go(to: string): void }

const Pages = ({ isAdmin, go }: PagesProps) => (
  <Command.Group heading="Pages">
    {navigationEntriesFor(isAdmin).map(({ to, label, icon: Icon, key, keywords }) => (
      <Entry
        key={to}
        value={`${label} ${keywords}`}
        icon={<Icon size={15} aria-hidden />}
        onSelect={() => go(to)}
      >
        {label}
        <span className="palette-end">
          <kbd>g</kbd>
          <kbd>{key}</kbd>
        </span>
      </Entry>
    ))}
  </Command.Group>
)

type ActionsProps = PaletteProps & PagesProps & { actions: readonly PaletteAction[] }

const Actions = ({ actions, isAdmin, go, onClose, onShortcuts }: ActionsProps) => (
  <Command.Group heading="Actions">
    {actions
      .filter((action) => isAdmin || !action.isAdminOnly)
      .map(({ label, keywords = '', to, icon: Icon = Plus }) => (
        <Entry
          key={to}
          value={`${label} ${keywords}`}
          icon={<Icon size={15} aria-hidden />}
          onSelect={() => go(to)}
        >
          {label}
        </Entry>
      ))}
    <Entry
      value="Theme dark light"
      icon={<SunMoon size={15} aria-hidden />}
      onSelect={() => {
        const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark'
        setTheme(currentTheme() === 'dark' || isDark ? 'light' : 'dark')
        onClose()
      }}
    >
      Toggle light and dark theme
    </Entry>
    <Entry value="Keyboard shortcuts map" icon={<Keyboard size={15} aria-hidden />} onSelect={onShortcuts}>
      Show keyboard shortcuts
    </Entry>
    <Entry
      value="API reference docs"
      icon={<BookOpen size={15} aria-hidden />}
      onSelect={() => go(apiReferenceAddresses.reference)}
    >
      Open the API reference
    </Entry>
  </Command.Group>
)

type ObjectsProps = { found: readonly FoundObject[]; text: string; go(to: string): void }

const Objects = ({ found, text, go }: ObjectsProps) =>
  found.length > 0 && (
    <Command.Group heading="In this project">
      {found.map(({ id, kind, label, to }) => (
        // The typed text is part of the value: the server has matched it already.
        <Entry key={`${kind} ${id}`} value={`${text} ${kind} ${label} ${id}`} onSelect={() => go(to)}>
          <span className="truncate">{label}</span>
          <span className="palette-end">{kind}</span>
        </Entry>
      ))}
    </Command.Group>
  )

type EntryProps = { value: string; icon?: ReactNode; children: ReactNode; onSelect(): void }

const Entry = ({ value, icon, children, onSelect }: EntryProps) => (
  <Command.Item value={value} onSelect={onSelect}>
    {icon}
    {children}
  </Command.Item>
)

/** Searches once typing pauses; one letter would match everything. */
function useFound(finders: readonly ObjectFinder[], text: string): readonly FoundObject[] {
  const isAdmin = useIsAdmin()
  const [searched, setSearched] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearched(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const allowed = finders.filter((finder) => isAdmin || !finder.isAdminOnly)
  const { data } = useRead(
    ['found', searched],
    (api, signal) => searchObjects(allowed, api, searched, signal),
    {
      isEnabled: searched.length > 1,
      keepsPrevious: true,
    },
  )
  return text.length > 1 ? (data ?? []) : []
}
