import type { Turn } from '../../../agents/index.ts'

type Agent = Turn['agent']
type Delegate = Awaited<ReturnType<NonNullable<Turn['delegates']>['list']>>[number]

/** The agent itself as one that work can be passed to. It has no id: it is that of the agent that calls it. */
export const generalPurpose: Delegate = {
  id: 'general-purpose',
  version: 0,
  name: 'general-purpose',
  description:
    'A copy of yourself with the same tools. For a task with many steps of which only the result matters.',
}

export const hasGeneralPurpose = ({ capabilities }: Agent): boolean =>
  capabilities?.generalPurpose?.enabled ?? false

/** The copy answers the task in text, and passes nothing on to another copy. */
export const copyOf = ({ outputSchema: _, ...agent }: Agent): Agent => ({
  ...agent,
  capabilities: { ...agent.capabilities, generalPurpose: { enabled: false } },
})
