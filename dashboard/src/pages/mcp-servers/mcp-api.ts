import { href } from '../../href.ts'
import { mcpRoutes } from './routes.ts'

export const serversPath = '/api/v1/mcp_manager'
export const serverPath = '/api/v1/mcp_manager/{id}'
export const configPath = '/api/v1/mcp_manager/{id}/config'
export const lintPath = '/api/v1/mcp_manager/{id}/lint'
export const callsPath = '/api/v1/mcp_manager/{id}/calls'
export const resourcesPath = '/api/v1/mcp_manager/{id}/resources'
export const resourcePath = '/api/v1/mcp_manager/{id}/resources/{resourceId}'
export const promptsPath = '/api/v1/mcp_manager/{id}/prompts'
export const promptPath = '/api/v1/mcp_manager/{id}/prompts/{promptId}'
export const clientsPath = '/api/v1/mcp_clients'
export const clientPath = '/api/v1/mcp_clients/{id}'

export const serverUrl = (id: string) => href(mcpRoutes.detail, { id })
