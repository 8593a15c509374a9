import type { Workflow } from '@stoa/sdk'
import { actAs } from '../../../features/end-users/act-as.ts'
import { validatePath } from '../../../features/workflows/workflows-api.ts'
import { useRead } from '../../../project.ts'
import type { Problem } from '../canvas/editor-context.ts'

const none: readonly Problem[] = []

/** What is wrong with the newest version, as the server sees it. */
export function useProblems(workflow: Workflow): readonly Problem[] {
  const { data } = useRead(
    ['workflows', 'problems', workflow.id, workflow.revision],
    (api, signal) => actAs(api).post(validatePath, { params: { id: workflow.id }, body: {}, signal }),
    { keepsPrevious: true },
  )
  return data?.problems ?? none
}
