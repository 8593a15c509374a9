import { useNavigate } from '@tanstack/react-router'
import BookOpen from 'lucide-react/icons/book-open'
import File from 'lucide-react/icons/file'
import Keyboard from 'lucide-react/icons/keyboard'
import Plus from 'lucide-react/icons/plus'
import SunMoon from 'lucide-react/icons/sun-moon'
import { use, useEffect, useState } from 'react'
import { CommandDialog, CommandEntry, CommandGroup } from '../components/dialog/command-dialog.tsx'
import { loadChunk } from '../connection/load-chunk.ts'
import { apiReferenceRoutes } from '../pages/api-reference/routes.ts'
import { guideRoutes } from '../pages/guide/routes.ts'
import type { FoundObject, ObjectFinder, PaletteAction } from '../pages/manifest.ts'
import { manifests } from '../pages/manifests.ts'
import { useIsAdmin, useRead } from '../project.ts'
import { currentTheme, setTheme } from '../state/theme.ts'
import { navigationEntriesFor } from './navigation.ts'
import { furtherPagesFor } from './palette-pages.ts'
import { searchObjects } from './search-objects.ts'
import { stopTypeAhead, typedAhead } from './type-ahead.ts'

type PaletteProps = { onClose(): void; onShortcuts(): void }

const pauseMs = 120

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
  const [text, setText] = useState(typedAhead)
  useEffect(stopTypeAhead, [])
  const { found, isSearching } = useFound(finders, text.trim())
  const go = (to: string) => {
    onClose()
    void navigate({ to })
  }
  return (
    <CommandDialog
      label="Search"
      placeholder="Search pages, actions, names or IDs"
      text={text}
      onText={setText}
      isSearching={isSearching}
      onClose={onClose}
    >
      <Pages isAdmin={isAdmin} actions={actions} go={go} />
      <Actions actions={actions} isAdmin={isAdmin} go={go} onClose={onClose} onShortcuts={onShortcuts} />
      <Objects found={found} text={text} go={go} />
    </CommandDialog>
  )
}

type PagesProps = { isAdmin: boolean; actions: readonly PaletteAction[]; go(to: string): void }

const Pages = ({ isAdmin, actions, go }: PagesProps) => (
  <CommandGroup heading="Pages">
    {navigationEntriesFor(isAdmin).map(({ to, label, icon: Icon, key, keywords }) => (
      <CommandEntry
        key={to}
        value={`${label} ${keywords}`}
        icon={<Icon size={15} aria-hidden />}
        onSelect={() => go(to)}
      >
        {label}
        <span className="command-end">
          <kbd>g</kbd>
          <kbd>{key}</kbd>
        </span>
      </CommandEntry>
    ))}
    {furtherPagesFor(isAdmin, actions).map(({ to, title, keywords, entry }) => (
      <CommandEntry
        key={to}
        value={`${title} ${entry?.label ?? ''} ${keywords}`}
        icon={entry ? <entry.icon size={15} aria-hidden /> : <File size={15} aria-hidden />}
        onSelect={() => go(to)}
      >
        {title}
        {entry && <span className="command-end">{entry.label}</span>}
      </CommandEntry>
    ))}
  </CommandGroup>
)

type ActionsProps = PaletteProps & PagesProps

const Actions = ({ actions, isAdmin, go, onClose, onShortcuts }: ActionsProps) => (
  <CommandGroup heading="Actions">
    {actions
      .filter((action) => isAdmin || !action.isAdminOnly)
      .map(({ label, keywords = '', to, icon: Icon = Plus }) => (
        <CommandEntry
          key={to}
          value={`${label} ${keywords}`}
          icon={<Icon size={15} aria-hidden />}
          onSelect={() => go(to)}
        >
          {label}
        </CommandEntry>
      ))}
    <CommandEntry
      value="Theme dark light"
      icon={<SunMoon size={15} aria-hidden />}
      onSelect={() => {
        const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark'
        setTheme(currentTheme() === 'dark' || isDark ? 'light' : 'dark')
        onClose()
      }}
    >
      Toggle light and dark theme
    </CommandEntry>
    <CommandEntry
      value="Keyboard shortcuts map"
      icon={<Keyboard size={15} aria-hidden />}
      onSelect={onShortcuts}
    >
      Show keyboard shortcuts
    </CommandEntry>
    <CommandEntry
      value="Guide docs documentation recipes"
      icon={<BookOpen size={15} aria-hidden />}
      onSelect={() => go(guideRoutes.guide)}
    >
      Open the guide
    </CommandEntry>
    <CommandEntry
      value="API reference docs"
      icon={<BookOpen size={15} aria-hidden />}
      onSelect={() => go(apiReferenceRoutes.reference)}
    >
      Open the API reference
    </CommandEntry>
  </CommandGroup>
)

type ObjectsProps = { found: readonly FoundObject[]; text: string; go(to: string): void }

const Objects = ({ found, text, go }: ObjectsProps) =>
  found.length > 0 && (
    <CommandGroup heading="In this project">
      {found.map(({ id, kind, label, note, to }) => (
        // The typed text is part of the value: the server has matched it already.
        <CommandEntry key={`${kind} ${id}`} value={`${text} ${kind} ${label} ${id}`} onSelect={() => go(to)}>
          <span className="truncate">{label}</span>
          {note !== undefined && <code className="command-note muted small truncate">{note}</code>}
          <span className="command-end">{kind}</span>
        </CommandEntry>
      ))}
    </CommandGroup>
  )

/** Searches once typing pauses; one letter would match everything. */
function useFound(finders: readonly ObjectFinder[], text: string) {
  const isAdmin = useIsAdmin()
  const [searched, setSearched] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearched(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const allowed = finders.filter((finder) => isAdmin || !finder.isAdminOnly)
  const { data, isPlaceholderData, error } = useRead(
    ['found', searched],
    (api, signal) => searchObjects(allowed, api, searched, signal),
    {
      isEnabled: searched.length > 1,
      keepsPrevious: true,
    },
  )
  const isSearch = text.length > 1
  const found: readonly FoundObject[] = isSearch ? (data ?? []) : []
  const isCurrent = text === searched && !isPlaceholderData && (data !== undefined || error !== null)
  return { found, isSearching: isSearch && !isCurrent }
}
