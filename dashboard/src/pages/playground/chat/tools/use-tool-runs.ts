import { useProject, useRefresh } from '../../../../project.ts'
import type { Playground, RequestedTool, Side, Step } from '../draft.ts'
import { runTool } from './run-tool.ts'

// A model that calls tools without end would spend credits without end.
const maxToolRounds = 10

type Conversation = {
  read(): Playground
  changeSteps(turnId: string, side: Side, next: (steps: readonly Step[]) => readonly Step[]): void
}

/** Which tool call of which response. */
export type Place = { turnId: string; side: Side; stepId: string; at: number }

/** Runs what a response calls of the project's tools. */
export function useToolRuns({ read, changeSteps }: Conversation) {
  const { api } = useProject()
  const refresh = useRefresh()
  const actingApi = () => {
    const user = read().draft.user.trim()
    return user === '' ? api : api.as(user)
  }

  const changeTool = ({ turnId, side, stepId, at }: Place, next: Partial<RequestedTool>) =>
    changeSteps(turnId, side, withTool(stepId, at, next))

  const run = async (place: Place, tool: RequestedTool, slug: string, signal: AbortSignal) => {
    changeTool(place, { run: { phase: 'running', slug, logId: null, durationMs: null } })
    const idempotencyKey = `${place.stepId}-${place.at}`
    changeTool(place, await runTool({ api: actingApi(), slug, tool, signal, idempotencyKey }))
    return !signal.aborted
  }

  /** Whether every call of the step has a result now, so that the model can go on. */
  const runTools = async (turnId: string, side: Side, stepId: string, signal: AbortSignal) => {
    const { draft, turns } = read()
    const steps = turns.find(({ id }) => id === turnId)?.answers[side] ?? []
    const step = steps.find(({ id }) => id === stepId)
    if (step?.phase !== 'ended' || step.tools.length === 0 || steps.length > maxToolRounds) return false
    const runs = step.tools.map(async (tool, at) => {
      const found = draft.catalogue.find(({ name }) => name === tool.name)
      if (!found) return false
      const { slug, approval = 'unknown' } = found
      const place = { turnId, side, stepId, at }
      if (approval === null) return run(place, tool, slug, signal)
      changeTool(place, { run: { phase: 'pending', slug, logId: null, durationMs: null, approval } })
      return false
    })
    const areDone = await Promise.all(runs)
    if (draft.catalogue.length > 0) void refresh(['tool-runs'])
    return areDone.every(Boolean)
  }

  /** Runs a tool call that waited for the approval of the user. */
  const approve = async (place: Place, signal: AbortSignal) => {
    const turn = read().turns.find(({ id }) => id === place.turnId)
    const tool = turn?.answers[place.side].find(({ id }) => id === place.stepId)?.tools[place.at]
    if (tool?.run?.phase !== 'pending') return
    await run(place, tool, tool.run.slug, signal)
    void refresh(['tool-runs'])
  }
  return { actingApi, runTools, approve }
}

export const withTool =
  (stepId: string, at: number, next: Partial<RequestedTool>) =>
  (steps: readonly Step[]): Step[] =>
    steps.map((step) =>
      step.id === stepId
        ? { ...step, tools: step.tools.map((tool, index) => (index === at ? { ...tool, ...next } : tool)) }
        : step,
    )
