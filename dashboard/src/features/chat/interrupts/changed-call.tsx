import { Status } from '../../../components/feedback/status.tsx'
import type { ToolRequest } from './use-resume.ts'

const changes: Readonly<Record<string, string>> = { tool: 'The tool', account: 'The account' }

/** Why the same call is shown once more. */
export function ChangedCall({ call: { changed = [] } }: { call: ToolRequest }) {
  if (changed.length === 0) return null
  const what = changed.map((each) => changes[each] ?? each).join(' and ')
  return <Status kind="warn">{what} changed after the last decision. Check the call again.</Status>
}
