import type { Workflow } from '@stoa/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { actAs } from '../../features/end-users/act-as.ts'
import { detailPath } from '../../features/workflows/workflows-api.ts'
import { useProject, useRead } from '../../project.ts'

const keyOf = (id: string) => ['workflows', 'one', id]

export const useWorkflow = (id: string) =>
  useRead(keyOf(id), (api, signal) => actAs(api).get(detailPath, { params: { id }, signal }), {
    refetchInterval: 10_000,
  })

/** Shows what a change has answered without reading it again. */
export function usePutWorkflow() {
  const { project } = useProject()
  const client = useQueryClient()
  return (workflow: Workflow) => client.setQueryData([project.id, ...keyOf(workflow.id)], workflow)
}
