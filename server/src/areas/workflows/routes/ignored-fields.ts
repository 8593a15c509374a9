import type { WorkflowView } from '../schema/workflow.ts'

// A long list says no more than its beginning; the header of the response has the others.
const maxWarnings = 50

/** A misspelled field of a node is otherwise found only when the workflow runs and does nothing. */
export const withIgnoredFields = (view: WorkflowView, pointers: readonly string[]): WorkflowView =>
  pointers.length === 0
    ? view
    : { ...view, warnings: [...view.warnings, ...pointers.slice(0, maxWarnings).map(toWarning)] }

const toWarning = (path: string): WorkflowView['warnings'][number] => ({
  code: 'unknown_field',
  message: `${path.slice(1)} is not a known field and was ignored.`,
  path,
})
