import { eventsIn, type Stoa } from '@stoa/sdk'
import { useEffect, useRef } from 'react'
import { chatPath } from '../../../features/model-calls/call-paths.ts'
import { useProject, useRefresh } from '../../../project.ts'
import { useTabState } from '../../../state/use-tab-state.ts'
import { bodyOf, messagesOf } from './chat-request.ts'
import {
  type Draft,
  emptyPlayground,
  isStepRunning,
  type Playground,
  restorePlayground,
  type Side,
  type Step,
  sidesOf,
} from './draft.ts'
import { afterEvent, type ChatEvent, newStep, toChatError } from './step.ts'
import { type Place, useToolRuns, withTool } from './tools/use-tool-runs.ts'

// A fast model says more words a second than a page can be drawn.
const renderIntervalMs = 50

/** The stored conversation, and how its parts are changed. */
function useConversation() {
  const { value, change, read } = useTabState<Playground>(
    'model-playground',
    emptyPlayground,
    restorePlayground,
  )

  const changeDraft = (patch: Partial<Draft> | ((before: Draft) => Partial<Draft>)) =>
    change(({ draft, ...rest }) => ({
      ...rest,
      draft: { ...draft, ...(typeof patch === 'function' ? patch(draft) : patch) },
    }))

  const changeSteps = (turnId: string, side: Side, next: (steps: readonly Step[]) => readonly Step[]) =>
    change(({ turns, ...rest }) => ({
      ...rest,
      turns: turns.map((turn) =>
        turn.id === turnId
          ? { ...turn, answers: { ...turn.answers, [side]: next(turn.answers[side]) } }
          : turn,
      ),
    }))

  return { value, change, read, changeDraft, changeSteps }
}

/** The running requests, one for each response with the tools that it calls. */
function useRequests(conversation: ReturnType<typeof useConversation>) {
  const { read, changeSteps } = conversation
  const { project } = useProject()
  const refresh = useRefresh()
  const lines = useRef(new Map<string, AbortController>())
  // Leaving the page or the project aborts the request, so that no unread tokens are billed.
  useEffect(() => () => stopAll(lines.current), [project.id])
  const { actingApi, runTools, approve } = useToolRuns(conversation)

  /** Requests the next response of one model in a turn, and those after the tools that it calls. */
  const ask = async (turnId: string, side: Side): Promise<void> => {
    const { draft, turns } = read()
    const at = turns.findIndex(({ id }) => id === turnId)
    const body = { ...bodyOf(draft, side, messagesOf(turns.slice(0, at + 1), side)), stream: true }
    const step = newStep(draft.models[side] ?? '', draft.format)
    const patch = (next: (before: Step) => Step) =>
      changeSteps(turnId, side, (steps) => steps.map((each) => (each.id === step.id ? next(each) : each)))
    const own = new AbortController()
    lines.current.set(step.id, own)
    changeSteps(turnId, side, (steps) => [...steps, step])
    let goesOn = false
    try {
      await listen({ api: actingApi(), body, signal: own.signal, patch })
      goesOn = await runTools(turnId, side, step.id, own.signal)
    } catch (error) {
      const isStopped = own.signal.aborted
      patch((before) => ({
        ...before,
        phase: isStopped ? 'stopped' : 'failed',
        error: isStopped ? null : toChatError(error),
      }))
    } finally {
      lines.current.delete(step.id)
      void refresh(['llm', 'calls'], ['usage'])
    }
    if (goesOn) await ask(turnId, side)
  }

  const runApproved = async (place: Place): Promise<void> => {
    const key = `${place.stepId}/${place.at}`
    // A second click must not take the place of the run that the first one started.
    if (lines.current.has(key)) return
    const own = new AbortController()
    lines.current.set(key, own)
    await approve(place, own.signal).finally(() => lines.current.delete(key))
  }

  return { ask, runApproved, stop: () => stopAll(lines.current) }
}

/** The conversation of this tab: the draft, the messages, and the running requests. */
export function useChat() {
  const conversation = useConversation()
  const { value, change, read, changeDraft, changeSteps } = conversation
  const { ask, runApproved, stop } = useRequests(conversation)
  return {
    ...value,
    changeDraft,
    isRunning: value.turns.some(({ answers }) => [...answers.a, ...answers.b].some(isStepRunning)),
    /** Sends the message to every selected model. */
    send() {
      const { draft, turns, ...rest } = read()
      if (draft.text.trim() === '' && draft.files.length === 0) return
      const id = crypto.randomUUID()
      const turn = { id, text: draft.text, files: draft.files, answers: { a: [], b: [] } }
      change(() => ({ ...rest, draft: { ...draft, text: '', files: [] }, turns: [...turns, turn] }))
      for (const side of sidesOf(draft)) void ask(id, side)
    },
    /** Regenerates the last response of one side. */
    retry(turnId: string, side: Side) {
      changeSteps(turnId, side, (steps) => steps.slice(0, -1))
      void ask(turnId, side)
    },
    /** Continues with the results of the tools. */
    continueChat: (turnId: string, side: Side) => void ask(turnId, side),
    setResult: (turnId: string, side: Side, stepId: string, at: number, result: string) =>
      changeSteps(turnId, side, withTool(stepId, at, { result })),
    runTool: (place: Place) => void runApproved(place),
    /** Puts the last message back into the composer for editing. */
    edit() {
      stop()
      change((before) => {
        const last = before.turns.at(-1)
        if (!last) return before
        const draft = { ...before.draft, text: last.text, files: last.files }
        return { ...before, draft, turns: before.turns.slice(0, -1) }
      })
    },
    stop,
    clear() {
      stop()
      change(({ draft, presetId = null }) => ({
        presetId,
        draft: { ...draft, text: '', files: [] },
        turns: [],
      }))
    },
    /** Only for the conversation that begins with that turn: another one may have been opened meanwhile. */
    setSavedId: (savedId: string, firstTurn: string) =>
      change((before) => (before.turns[0]?.id === firstTurn ? { ...before, savedId } : before)),
    setPreset: (presetId: string | null) => change((before) => ({ ...before, presetId })),
    /** Replaces the conversation. */
    replaceConversation(next: Playground) {
      stop()
      change(() => next)
    },
  }
}

export type Chat = ReturnType<typeof useChat>

function stopAll(lines: Map<string, AbortController>): void {
  for (const line of lines.values()) line.abort()
}

type Listening = {
  api: Stoa
  body: ReturnType<typeof bodyOf>
  signal: AbortSignal
  patch(next: (before: Step) => Step): void
}

/** Streams one response. Events in quick succession are rendered together. */
async function listen({ api, body, signal, patch }: Listening): Promise<void> {
  const startedAt = performance.now()
  const since = () => Math.round(performance.now() - startedAt)
  const waiting: ChatEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let firstTokenMs: number | null = null
  let requestId: string | null = null
  const draw = () => {
    clearTimeout(timer)
    timer = undefined
    const events = waiting.splice(0)
    patch((before) =>
      events.reduce((step, event) => afterEvent(step, event, requestId), { ...before, firstTokenMs }),
    )
  }
  let hasEnded = false
  try {
    const response = await api.raw('POST', chatPath, { body, signal })
    requestId = response.headers.get('x-request-id')
    for await (const { event, data } of eventsIn(response, { signal })) {
      if (event !== 'usage') firstTokenMs ??= since()
      hasEnded ||= event === 'done'
      waiting.push({ event, data })
      timer ??= setTimeout(draw, renderIntervalMs)
    }
    signal.throwIfAborted()
    if (!hasEnded) throw new Error('The server closed the stream before the response was complete.')
  } finally {
    draw()
    patch((before) => ({ ...before, totalMs: since() }))
  }
}
