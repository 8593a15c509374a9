import { Link } from '@tanstack/react-router'
import { useWorkflowNames } from './use-workflow-names.ts'
import { workflowUrl } from './workflows-api.ts'

/** A workflow or an agent by its name; by the end of its ID where it was deleted. */
export function WorkflowName({ id }: { id: string }) {
  const nameOf = useWorkflowNames()
  return <Link to={workflowUrl(id)}>{nameOf(id) ?? `…${id.slice(-8)}`}</Link>
}
