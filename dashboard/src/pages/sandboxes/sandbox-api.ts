import type { Stoa } from '@stoa/sdk'
import { useProject } from '../../project.tsx'
import { ownerHeaders } from '../files/files-api.ts'

/** Everybody's sandboxes for an admin; for others the server keeps to those of the project. */
export const sandboxOf = (api: Stoa, user?: string): Stoa =>
  user ? api.as(user) : api.with({ headers: ownerHeaders(undefined) })

export const useSandboxApi = (user?: string): Stoa => sandboxOf(useProject().api, user)
