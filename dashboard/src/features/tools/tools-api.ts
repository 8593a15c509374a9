import { addresses } from '../../addresses.ts'

export const toolsPath = '/api/v1/tools'
export const toolPath = '/api/v1/tools/byId/{id}'
export const executePath = '/api/v1/tools/execute/{toolSlug}'
export const logsPath = '/api/v1/tools/execution-logs'
export const logPath = '/api/v1/tools/execution-logs/{logId}'
export const fixturesPath = '/api/v1/tools/fixtures'

export const toolAddress = (slug: string) => addresses.tool.replace('{id}', encodeURIComponent(slug))
export const toolRunAddress = (id: string) => addresses.toolRun.replace('{id}', id)
