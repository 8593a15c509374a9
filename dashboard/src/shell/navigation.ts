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

/** In the order of the sidebar. */
export const navigationEntriesFor = (isAdmin: boolean): NavigationEntry[] =>
  navigationFor(isAdmin).flatMap((each) => each.entries)
