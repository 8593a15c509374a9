import type { Stoa } from '@stoa/sdk'
import { useProject } from '../../project.tsx'

/** Under this name the project itself owns files. */
export const projectOwner = 'project_default_user'

const everyone = { 'x-act-across-users': 'true' }

/** The header that says whose files a call is about: one end user's, or all that the caller may see. */
export const ownerHeaders = (owner: string | undefined): Record<string, string> =>
  owner ? { 'x-username': owner } : everyone

/** Everybody's files for an admin; for others the server keeps to those of the project. */
export const filesOf = (api: Stoa, owner: string | undefined): Stoa =>
  owner ? api.as(owner) : api.with({ headers: everyone })

export function useFilesApi(owner: string | undefined): Stoa {
  return filesOf(useProject().api, owner)
}
