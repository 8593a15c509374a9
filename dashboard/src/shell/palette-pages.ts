import type { NavigationEntry, PaletteAction } from '../pages/manifest.ts'
import { manifests } from '../pages/manifests.ts'
import { entriesAt, navigationEntriesFor } from './navigation.ts'

/** A page that has no separate entry in the sidebar, and the one it belongs to. */
export type FurtherPage = { to: string; title: string; keywords: string; entry: NavigationEntry | undefined }

/**
 * Every page with a title that neither the sidebar nor an action leads to: what can be opened can be searched for,
 * without another list of it.
 */
export function furtherPagesFor(isAdmin: boolean, actions: readonly PaletteAction[]): FurtherPage[] {
  const listed = new Set([...navigationEntriesFor(true), ...actions].map(({ to }) => to))
  return manifests
    .flatMap(({ routes }) => routes)
    .filter((route) => !(route.isPublic || route.isUnlisted) && (isAdmin || !route.isAdminOnly))
    .flatMap(({ path, title, keywords = '' }) => {
      const entry = entriesAt(path)[0]
      const isHidden = title === undefined || listed.has(path) || (!isAdmin && entry?.isAdminOnly)
      return isHidden ? [] : [{ to: path, title, keywords, entry }]
    })
}
