import { href } from '../../href.ts'
import { workflowRoutes } from '../../pages/workflows/routes.ts'

const base = '/api/v1/workflow/manager'
export const workflowsPath = `${base}/list` as const
export const createPath = `${base}/create` as const
export const importPath = `${base}/import` as const
export const importN8nPath = `${base}/import/n8n` as const
export const templatesPath = `${base}/templates` as const
export const detailPath = `${base}/detail/{id}` as const
export const updatePath = `${base}/update/{id}` as const
export const deletePath = `${base}/delete/{id}` as const
export const activePath = `${base}/activeStatus/{id}` as const
export const validatePath = `${base}/{id}/validate` as const
export const checkPath = `${base}/{id}/expressions/check` as const
export const completePath = `${base}/{id}/expressions/complete` as const
export const versionsPath = `${base}/{id}/versions` as const
export const versionPath = `${base}/{id}/versions/{version}` as const
export const duplicatePath = `${base}/{id}/duplicate` as const
export const exportPath = `${base}/{id}/export` as const
export const addConnectionPath = `${base}/add-connection` as const
export const clearConnectionPath = `${base}/clear-connection/{id}` as const
export const setAuthConfigPath = `${base}/set-auth-config/{id}` as const
export const clearAuthConfigPath = `${base}/clear-auth-config/{id}` as const
export const executePath = `${base}/execute/{id}` as const
export const executionsPath = `${base}/executions` as const
export const executionPath = `${base}/executions/{id}` as const
export const executionEventsPath = `${base}/executions/{id}/events` as const
export const resumePath = `${base}/executions/thread/{threadId}/resume` as const
export const evalsPath = `${base}/{id}/evals` as const

export const workflowUrl = (id: string) => href(workflowRoutes.editor, { id })
export const workflowExecutionUrl = (id: string) => href(workflowRoutes.execution, { id })
