import type { Stoa } from '@stoa/sdk'
import { useProject } from '../../project.ts'

/** The name of the default end user, which represents the project itself. */
export const projectUser = 'project_default_user'

/** The header that says whose data a call is about: one end user's, or that of all users the caller may see. */
export const actingHeaders = (user?: string): Record<string, string> =>
  user ? { 'x-username': user } : { 'x-act-across-users': 'true' }

/** Without a user: the data of all users for an admin; for other roles the server returns the project's own. */
export const actAs = (api: Stoa, user?: string): Stoa =>
  user ? api.as(user) : api.with({ headers: actingHeaders() })

export const useApiAs = (user?: string): Stoa => actAs(useProject().api, user)
