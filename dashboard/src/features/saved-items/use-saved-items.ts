import type { SavedItem, SavedItemSummary } from '@stoa/sdk'
import { useProject, useRead, useRefresh } from '../../project.ts'

export const savedItemsPath = '/api/v1/saved-items'
const savedItemPath = '/api/v1/saved-items/{id}'

export type SavedKind = SavedItemSummary['kind']
/** What is saved: of which kind and, for views, of which table. */
export type SavedPlace = { kind: SavedKind; collectionId?: string }

const shownItems = 100

/** The last changed, or those of them whose name has the text. */
export const useSavedItems = ({ kind, collectionId }: SavedPlace, text = '') => {
  const query = { kind, collectionId, limit: shownItems, ...(text === '' ? {} : { q: text }) }
  return useRead(
    ['saved-items', kind, collectionId, text],
    (api, signal) => api.page(savedItemsPath, { query, signal }),
    { keepsPrevious: true },
  )
}

export function useSavedItemCommands({ kind, collectionId }: SavedPlace) {
  const { api } = useProject()
  const refresh = useRefresh()
  const refreshed = async <T>(change: Promise<T>): Promise<T> => {
    const changed = await change
    await refresh(['saved-items', kind])
    return changed
  }
  return {
    read: (id: string): Promise<SavedItem> => api.get(savedItemPath, { params: { id } }),
    create: (name: string, data: Record<string, unknown>): Promise<SavedItem> =>
      refreshed(
        api.post(savedItemsPath, { body: { kind, name, data, ...(collectionId ? { collectionId } : {}) } }),
      ),
    replace: (id: string, data: Record<string, unknown>): Promise<SavedItem> =>
      refreshed(api.patch(savedItemPath, { params: { id }, body: { data } })),
    rename: (id: string, name: string): Promise<SavedItem> =>
      refreshed(api.patch(savedItemPath, { params: { id }, body: { name } })),
    remove: (id: string) => refreshed(api.delete(savedItemPath, { params: { id } })),
  }
}
