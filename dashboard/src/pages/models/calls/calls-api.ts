import type { Stoa } from '@stoa/sdk'
import { ownerHeaders } from '../../files/files-api.ts'

/** Everybody's calls for an admin; for others the server keeps to those of the project. */
export const callsOf = (api: Stoa, user?: string): Stoa =>
  user ? api.as(user) : api.with({ headers: ownerHeaders(undefined) })
