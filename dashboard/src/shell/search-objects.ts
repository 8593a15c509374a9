import type { Stoa } from '@stoa/sdk'
import { isStoaError } from '@stoa/sdk'
import type { FoundObject, ObjectFinder } from '../pages/manifest.ts'
import { rankFound } from './rank-found.ts'

const idForm = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Objects of the project by ID or by a part of their name, all kinds together, the best fit first. */
export async function searchObjects(
  finders: readonly ObjectFinder[],
  api: Stoa,
  text: string,
  signal: AbortSignal,
): Promise<FoundObject[]> {
  const found = await Promise.all(
    finders.map((finder) =>
      idForm.test(text)
        ? finder.byId(api, text, signal).then(
            (object) => [object],
            (error) => {
              // Of another kind, or of another project.
              if (isStoaError(error) && error.status === 404) return []
              throw error
            },
          )
        : (finder.byName?.(api, text, signal) ?? []),
    ),
  )
  return rankFound(found.flat(), text)
}
