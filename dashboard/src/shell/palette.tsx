import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import BookOpen from 'lucide-react/icons/book-open'
import CircleUser from 'lucide-react/icons/circle-user'
import History from 'lucide-react/icons/history'
import Keyboard from 'lucide-react/icons/keyboard'
import Play from 'lucide-react/icons/play'
import Plus from 'lucide-react/icons/plus'
import SquareTerminal from 'lucide-react/icons/square-terminal'
import SunMoon from 'lucide-react/icons/sun-moon'
import Upload from 'lucide-react/icons/upload'
import { type ReactNode, useEffect, useState } from 'react'
import { addresses } from '../addresses.ts'
import { useModal } from '../components/dialog/use-modal.ts'
import { useIsAdmin, useRead } from '../project.tsx'
import { destinationsFor } from './navigation.ts'
import { type FoundObject, findObjects } from './search-objects.ts'
import { currentTheme, setTheme } from './theme.ts'
import './palette.css'

type PaletteProps = { onClose(): void; onKeyMap(): void }

const pauseMs = 120

/** Every word has to occur: single letters out of long descriptions would put pages before what was meant. */
function fit(value: string, search: string): number {
  const [entry, text] = [value.toLowerCase(), search.trim().toLowerCase()]
  if (entry.startsWith(text)) return 1
  return text.split(/\s+/).every((word) => entry.includes(word)) ? 0.5 : 0
}

/** Pages, actions and everything in the project by name or id, from one field. */
export function Palette({ onClose, onKeyMap }: PaletteProps) {
  const isAdmin = useIsAdmin()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const found = useFound(text.trim())
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
          <Command.Group heading="Pages">
            {destinationsFor(isAdmin).map(({ to, label, icon: Icon, key, also }) => (
              <Entry
                key={to}
                value={`${label} ${also ?? ''}`}
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
            <Entry
              value="Your account profile password"
              icon={<CircleUser size={15} aria-hidden />}
              onSelect={() => go(addresses.account)}
            >
              Your account
            </Entry>
          </Command.Group>
          <Actions isAdmin={isAdmin} go={go} onClose={onClose} onKeyMap={onKeyMap} />
          {found.length > 0 && (
            <Command.Group heading="In this project">
              {found.map(({ id, kind, label, to }) => (
                // What was typed is part of the value: the server has found it already.
                <Entry key={`${kind} ${id}`} value={`${text} ${kind} ${label} ${id}`} onSelect={() => go(to)}>
                  <span className="truncate">{label}</span>
                  <span className="palette-end">{kind}</span>
                </Entry>
              ))}
            </Command.Group>
          )}
        </Command.List>
      </Command>
    </dialog>
  )
}

const adminActions = [
  { value: 'Create API key', label: 'Create an API key', to: `${addresses.keys}?new=1` },
  { value: 'Add model provider key', label: 'Add a model provider', to: `${addresses.providers}?new=1` },
  { value: 'Create webhook', label: 'Create a webhook', to: `${addresses.webhooks}?new=1` },
  { value: 'Grant credits balance', label: 'Grant credits', to: `${addresses.usage}?new=grant` },
  { value: 'Set cap limit credits', label: 'Create a usage cap', to: `${addresses.caps}?new=1` },
]

const toolActions = [
  { value: 'Connect account oauth', label: 'Connect an account', to: `${addresses.connections}?new=1` },
  { value: 'Create auth config', label: 'Create an auth config', to: `${addresses.authConfigs}?new=1` },
  { value: 'Create tool custom', label: 'Create a tool', to: addresses.toolCreate },
  { value: 'Import OpenAPI swagger', label: 'Import an API', to: `${addresses.toolkits}?new=import` },
]

type ActionsProps = PaletteProps & { isAdmin: boolean; go(to: string): void }

const Actions = ({ isAdmin, go, onClose, onKeyMap }: ActionsProps) => (
  <Command.Group heading="Actions">
    {[...(isAdmin ? adminActions : []), ...toolActions].map(({ value, label, to }) => (
      <Entry key={to} value={value} icon={<Plus size={15} aria-hidden />} onSelect={() => go(to)}>
        {label}
      </Entry>
    ))}
    <Entry
      value="Add end user"
      icon={<Plus size={15} aria-hidden />}
      onSelect={() => go(`${addresses.endUsers}?new=1`)}
    >
      Add an end user
    </Entry>
    <Entry
      value="Upload files"
      icon={<Upload size={15} aria-hidden />}
      onSelect={() => go(`${addresses.files}?new=1`)}
    >
      Upload files
    </Entry>
    <Entry
      value="Create table"
      icon={<Plus size={15} aria-hidden />}
      onSelect={() => go(`${addresses.tables}?new=1`)}
    >
      Create a table
    </Entry>
    <Entry
      value="Model calls of models history llm"
      icon={<History size={15} aria-hidden />}
      onSelect={() => go(addresses.calls)}
    >
      Model calls
    </Entry>
    <Entry
      value="Run code script playground"
      icon={<Play size={15} aria-hidden />}
      onSelect={() => go(addresses.playground)}
    >
      Run a script
    </Entry>
    <Entry
      value="Create sandbox session"
      icon={<Plus size={15} aria-hidden />}
      onSelect={() => go(`${addresses.sessions}?new=1`)}
    >
      Create a sandbox session
    </Entry>
    <Entry
      value="Sandbox sessions list"
      icon={<SquareTerminal size={15} aria-hidden />}
      onSelect={() => go(addresses.sessions)}
    >
      Sandbox sessions
    </Entry>
    <Entry
      value="Sandbox executions history runs"
      icon={<History size={15} aria-hidden />}
      onSelect={() => go(addresses.executions)}
    >
      Sandbox executions
    </Entry>
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
    <Entry value="Keyboard shortcuts map" icon={<Keyboard size={15} aria-hidden />} onSelect={onKeyMap}>
      Show keyboard shortcuts
    </Entry>
    <Entry
      value="API reference docs"
      icon={<BookOpen size={15} aria-hidden />}
      onSelect={() => location.assign('/docs')}
    >
      Open the API reference
    </Entry>
  </Command.Group>
)

type EntryProps = { value: string; icon?: ReactNode; children: ReactNode; onSelect(): void }

const Entry = ({ value, icon, children, onSelect }: EntryProps) => (
  <Command.Item value={value} onSelect={onSelect}>
    {icon}
    {children}
  </Command.Item>
)

/** Asks once the typing pauses; one letter would find everything. */
function useFound(text: string): readonly FoundObject[] {
  const isAdmin = useIsAdmin()
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const { data } = useRead(['found', asked], (api, signal) => findObjects(api, asked, isAdmin, signal), {
    isEnabled: asked.length > 1,
    keepsPrevious: true,
  })
  return text.length > 1 ? (data ?? []) : []
}
