import type { ToolExecution, ToolExecutionLog } from '@stoa/sdk'
import { useProject } from '../../project.ts'
import { actAs } from '../end-users/act-as.ts'
import { executePath, logPath } from './tools-api.ts'

const userPath = '/api/v1/external-users/{id}'

type Logged = Pick<ToolExecutionLog, 'id' | 'toolSlug' | 'eUID'>

/** Calls a tool once more with the inputs that were logged, for the same end user. */
export function useRunAgain(): (logged: Logged) => Promise<ToolExecution> {
  const { api, project } = useProject()
  return async ({ id, toolSlug, eUID }) => {
    const log = await actAs(api).get(logPath, { params: { logId: id } })
    if (log.arguments === null || log.arguments === undefined)
      throw new Error('Its inputs were not logged. Turn logging on in Settings for future runs.')
    const as =
      eUID === project.id ? api : actAs(api, (await api.get(userPath, { params: { id: eUID } })).name)
    return as.post(executePath, {
      params: { toolSlug },
      body: { arguments: log.arguments as Record<string, unknown> },
    })
  }
}
