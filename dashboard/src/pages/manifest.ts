import type { Stoa } from '@stoa/sdk'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'

export type PageRoute = {
  path: string
  /** The heading, where it is always the same: shown while the page loads. */
  title?: string
  /** Loads the page when it is opened, so that a new page does not add to the first load. */
  load(): Promise<ComponentType>
  /** Words that find it in the palette besides its title. */
  keywords?: string
  isAdminOnly?: boolean
  /** Makes sense only with what the link to it carries, so the palette leaves it out. */
  isUnlisted?: boolean
  /** Shown without signing in. */
  isPublic?: boolean
}

/** In the order of the sidebar; null is the entry above all groups. */
export const navigationGroups = [null, 'Build', 'Data', 'People', 'Monitor', 'Project'] as const

export type NavigationEntry = {
  group: (typeof navigationGroups)[number]
  label: string
  to: string
  /** Where pages begin that belong to it, but are not below `to`. */
  covers?: readonly string[]
  icon: LucideIcon
  /** Pressed after g. */
  key: string
  /** Words that find it in the palette besides its label. */
  keywords: string
  isAdminOnly?: boolean
  /** The number of pending items, shown behind the label. */
  useCount?(): number | undefined
}

export type PaletteAction = {
  label: string
  /** Words that find it besides its label. */
  keywords?: string
  to: string
  icon?: LucideIcon
  isAdminOnly?: boolean
}

export type FoundObject = {
  id: string
  kind: string
  label: string
  /** What distinguishes it from others of the same name. */
  note?: string
  to: string
}

/** How one kind of object is found in the palette. */
export type ObjectFinder = {
  isAdminOnly?: boolean
  /** Rejects with 404 where there is none. */
  byId(api: Stoa, id: string, signal: AbortSignal): Promise<FoundObject>
  byName?(api: Stoa, text: string, signal: AbortSignal): Promise<FoundObject[]>
}

/** How many objects of each kind the palette lists. */
export const paletteLimit = 5

export type PaletteEntries = { actions?: readonly PaletteAction[]; finders?: readonly ObjectFinder[] }

/** Everything the dashboard has to know about the pages of one folder. */
export type PageManifest = {
  routes: readonly PageRoute[]
  navigation?: readonly NavigationEntry[]
  /** Loaded with the palette. */
  palette?(): Promise<PaletteEntries>
}
