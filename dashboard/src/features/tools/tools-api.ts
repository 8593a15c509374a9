import { href } from '../../href.ts'
import { toolRoutes } from '../../pages/tools/routes.ts'

export const toolsPath = '/api/v1/tools'
export const toolPath = '/api/v1/tools/byId/{id}'
export const executePath = '/api/v1/tools/execute/{toolSlug}'
export const logsPath = '/api/v1/tools/execution-logs'
export const logPath = '/api/v1/tools/execution-logs/{logId}'
export const fixturesPath = '/api/v1/tools/fixtures'

export const toolUrl = (slug: string) => href(toolRoutes.detail, { id: slug })
export const toolRunUrl = (id: string) => href(toolRoutes.run, { id })
