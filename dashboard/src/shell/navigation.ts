import { type NavigationEntry, navigationGroups } from '../pages/manifest.ts'
import { manifests } from '../pages/manifests.ts'

const entries = manifests.flatMap(({ navigation = [] }) => navigation)

const isFor = (isAdmin: boolean) => (entry: NavigationEntry) => isAdmin || !entry.isAdminOnly

/** The sidebar, grouped by task. */
export const navigationFor = (isAdmin: boolean) =>
  navigationGroups.map((group) => ({
    group,
    entries: entries.filter((entry) => entry.group === group).filter(isFor(isAdmin)),
  }))

const isAt = (pathname: string, start: string): boolean =>
  pathname === start || pathname.startsWith(`${start}/`)

/** The entries that a page belongs to; the test of this file demands one for each page. */
export const entriesAt = (pathname: string): NavigationEntry[] =>
  entries.filter(({ to, covers = [] }) => [to, ...covers].some((start) => isAt(pathname, start)))

/** In the order of the sidebar. */
export const navigationEntriesFor = (isAdmin: boolean): NavigationEntry[] =>
  navigationFor(isAdmin).flatMap((each) => each.entries)
