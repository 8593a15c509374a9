import { href } from '../../href.ts'
import { toolAddresses } from '../../pages/tools/addresses.ts'

export const toolsPath = '/api/v1/tools'
export const toolPath = '/api/v1/tools/byId/{id}'
export const executePath = '/api/v1/tools/execute/{toolSlug}'
export const logsPath = '/api/v1/tools/execution-logs'
export const logPath = '/api/v1/tools/execution-logs/{logId}'
export const fixturesPath = '/api/v1/tools/fixtures'

export const toolAddress = (slug: string) => href(toolAddresses.detail, { id: slug })
export const toolRunAddress = (id: string) => href(toolAddresses.run, { id })
