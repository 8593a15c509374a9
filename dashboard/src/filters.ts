import { useNavigate, useSearch } from '@tanstack/react-router'

export type Filters = Record<string, string | undefined>

/** URLs contain strings and nothing else, so that `?q=true` looks for the word. */
export const parseFilters = (search: string): Filters => Object.fromEntries(new URLSearchParams(search))

export function writeFilters(filters: Record<string, unknown>): string {
  const defined = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(defined.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

// What pages are turned by, and what opens a dialog above the list: no reason to begin at the first page.
const keepsPage = new Set(['page', 'cursor', 'new'])

// What opens something beside or above the page: that it is closed again is no step to go back by.
const opensAbove = new Set([
  'new',
  'package',
  'delivery',
  'invocation',
  'node',
  'execution',
  'session',
  'chunk',
  'job',
  'call',
])

/** Whether a change of the URL is a step that Back undoes: of what is chosen, sorted by or paged to. */
export const isStep = (before: Filters, patch: Filters): boolean =>
  Object.entries(patch).some(
    ([name, value]) => !opensAbove.has(name) && (value || undefined) !== before[name],
  )

/**
 * The filters of a list are in the URL: it can be shared, survives a reload, and every choice is a step in the history,
 * which Back undoes; `replace` is for what no one chose. A changed filter starts at the first page.
 */
export function useFilters() {
  const filters = useSearch({ strict: false }) as Filters
  const navigate = useNavigate()
  const set = (patch: Filters, { replace = !isStep(filters, patch) }: { replace?: boolean } = {}) => {
    const staysOnPage = Object.keys(patch).every((name) => keepsPage.has(name))
    // On top of the pending navigation: of two filters that are chosen in quick succession both are applied.
    const next = (before: Filters): Filters => {
      const all = { ...before, ...(staysOnPage ? {} : { page: undefined, cursor: undefined }), ...patch }
      return Object.fromEntries(Object.entries(all).filter(([, value]) => value))
    }
    void navigate({ to: '.', search: next as never, replace })
  }
  return { filters, set }
}

/** Opens what a dialog above a list has created: from there the way back leads to the list, not to the dialog again. */
export function useOpenCreated() {
  const navigate = useNavigate()
  return async (to: string): Promise<void> => {
    const closed = ({ new: _, ...rest }: Filters): Filters => rest
    await navigate({ to: '.', search: closed as never, replace: true })
    await navigate({ to })
  }
}

// How a list is shown, not what is in it.
const keepsShown = new Set([
  ...keepsPage,
  'view',
  'by',
  'sortBy',
  'sortOrder',
  'delivery',
  'invocation',
  'package',
  'range',
  'metric',
])

/** What shows everything again; null where nothing in the URL hides anything. */
export function clearedFilters(filters: Filters): Filters | null {
  const names = Object.keys(filters).filter((name) => !keepsShown.has(name))
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, undefined]))
}

export const pageSize = 25

/** The page number in the URL; the first one when it is invalid. */
export const pageOf = ({ page }: Filters): number => Math.max(1, Math.trunc(Number(page)) || 1)
