import type { Stoa } from '@stoa/sdk'
import { addresses } from '../../addresses.ts'
import { filesOf, ownerHeaders } from '../files/files-api.ts'

export const toolsPath = '/api/v1/tools'
export const toolPath = '/api/v1/tools/byId/{id}'
export const executePath = '/api/v1/tools/execute/{toolSlug}'
export const logsPath = '/api/v1/tools/execution-logs'
export const logPath = '/api/v1/tools/execution-logs/{logId}'
export const fixturesPath = '/api/v1/tools/fixtures'

export const toolAddress = (slug: string) => addresses.tool.replace('{id}', encodeURIComponent(slug))
export const toolRunAddress = (id: string) => addresses.toolRun.replace('{id}', id)

/** Everybody's runs for an admin; for others the server keeps to those of the project. */
export const runsOf = (api: Stoa, user?: string): Stoa => filesOf(api, user)
export const runHeaders = (user?: string) => ownerHeaders(user)
