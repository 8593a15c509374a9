import { AppError } from '../../../../kernel/errors.ts'
import type { Problem } from '../../schema/problem.ts'

// The first ones are enough to begin with; `validate` gives all.
const mostDetails = 50

export const graphInvalid = (problems: readonly Problem[]) => {
  const errors = problems.filter(({ severity }) => severity === 'error')
  const [first] = errors
  const count = errors.length === 1 ? '1 problem' : `${errors.length} problems`
  return new AppError('graph_invalid', `The workflow has ${count}. ${first?.message ?? ''}`.trim(), {
    details: errors.slice(0, mostDetails).map(({ path, code, message }) => ({
      in: 'body',
      path,
      rule: code,
      message,
    })),
    facts: { problems: errors.slice(0, mostDetails) },
    hint: first?.fix ?? 'Use POST {id}/validate to list all problems.',
  })
}

export const workflowInUse = (users: readonly { id: string; name: string }[]) => {
  const names = users.map(({ name }) => name).join(', ')
  return new AppError('workflow_in_use', `Active workflows use it: ${names || 'those of other end users'}`, {
    facts: { usedBy: users.map(({ id, name }) => ({ id, name })) },
    hint: 'Remove the nodes that use it, deactivate those workflows, or delete with ?force=true.',
  })
}

export const replaysFirst = () =>
  new AppError('replays_required', 'The workflow requires replays before a version is activated', {
    hint: 'Save the version with publish false, then activate it with PATCH activeStatus.',
  })
