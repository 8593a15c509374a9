import { useProject, useRefresh } from '../../../../project.ts'
import type { Playground, RequestedTool, Side, Step } from '../draft.ts'
import { runTool } from './run-tool.ts'

// A model that calls tools without end would spend credits without end.
const maxToolRounds = 10

type Conversation = {
  read(): Playground
  changeSteps(turnId: string, side: Side, next: (steps: readonly Step[]) => readonly Step[]): void
}

/** Runs what a response calls of the project's tools. */
export function useToolRuns({ read, changeSteps }: Conversation) {
  const { api } = useProject()
  const refresh = useRefresh()
  const actingApi = () => {
    const user = read().draft.user.trim()
    return user === '' ? api : api.as(user)
  }

  /** Whether every call of the step has a result now, so that the model can go on. */
  const runTools = async (turnId: string, side: Side, stepId: string, signal: AbortSignal) => {
    const { draft, turns } = read()
    const steps = turns.find(({ id }) => id === turnId)?.answers[side] ?? []
    const step = steps.find(({ id }) => id === stepId)
    if (step?.phase !== 'ended' || step.tools.length === 0 || steps.length > maxToolRounds) return false
    const patch = (at: number, next: RequestedTool) => changeSteps(turnId, side, withTool(stepId, at, next))
    const runs = step.tools.map(async (tool, at) => {
      const slug = draft.catalogue.find(({ name }) => name === tool.name)?.slug
      if (slug === undefined) return false
      patch(at, { ...tool, run: { phase: 'running', slug, logId: null, durationMs: null } })
      patch(at, await runTool({ api: actingApi(), slug, tool, signal }))
      return !signal.aborted
    })
    const areDone = await Promise.all(runs)
    if (draft.catalogue.length > 0) void refresh(['tool-runs'])
    return areDone.every(Boolean)
  }
  return { actingApi, runTools }
}

export const withTool =
  (stepId: string, at: number, next: Partial<RequestedTool>) =>
  (steps: readonly Step[]): Step[] =>
    steps.map((step) =>
      step.id === stepId
        ? { ...step, tools: step.tools.map((tool, index) => (index === at ? { ...tool, ...next } : tool)) }
        : step,
    )
