import type { LlmReply } from '@stoa/sdk'
import type { Attachment } from '../../../features/files/attachments/attachment.ts'

/** The two columns in which models respond. The second one is there only while models are compared. */
export type Side = 'a' | 'b'

/** What is set and typed; texts, as they are typed. */
export type Draft = {
  /** Empty is the default model of the project; a second one that is null is not compared with. */
  models: { a: string; b: string | null }
  system: string
  temperature: string
  maxTokens: string
  effort: string
  format: 'text' | 'json' | 'schema'
  schema: string
  tools: string
  /** Tools of the project, which are run when the model calls them. */
  catalogue: readonly CatalogueTool[]
  /** The end user it runs as; empty for the project itself. */
  user: string
  /** Whether what a model does not take is left out instead of refused. */
  isLenient: boolean
  text: string
  files: readonly Attachment[]
}

/** A tool of the project, as models get it. */
export type CatalogueTool = {
  slug: string
  title: string
  /** What the model calls it. */
  name: string
  description: string
  parameters: Record<string, unknown>
  /** Why it runs only when the user approves; null when it runs by itself. What an older version stored asks. */
  approval?: Approval | null
}

/** What a call does that cannot be undone, or may do, as nothing is known about the tool. */
export type Approval = 'destructive' | 'unknown'

/** How a tool of the project ran. */
export type ToolRun = {
  phase: 'pending' | 'running' | 'succeeded' | 'failed' | 'stopped'
  slug: string
  logId: string | null
  durationMs: number | null
  /** Of a pending one. */
  approval?: Approval
}

/** A tool call of a model, and its result: of the run, or entered by the user where no tool of the project has the name. */
export type RequestedTool = {
  id: string
  name: string
  arguments: string
  result: string
  run?: ToolRun
}

export type ChatError = {
  code: string
  message: string
  status: number
  requestId: string | null
  hint: string | null
}

/** One response of one model. After the results of tools the next one follows in the same turn. */
export type Step = {
  id: string
  model: string
  format: Draft['format']
  phase: 'running' | 'ended' | 'stopped' | 'failed'
  text: string
  reasoning: string
  tools: readonly RequestedTool[]
  reply: Omit<LlmReply, 'text' | 'message'> | null
  error: ChatError | null
  /** From the press of the key, on the clock of this browser. */
  firstTokenMs: number | null
  totalMs: number | null
}

/** A message of the user, and the responses of the models. */
export type Turn = {
  id: string
  text: string
  files: readonly Attachment[]
  answers: Record<Side, readonly Step[]>
}

export type Playground = {
  draft: Draft
  turns: readonly Turn[]
  /** Under which id the conversation is stored; undefined before its first response. */
  savedId?: string | undefined
  /** The preset that was opened or saved last. */
  presetId?: string | null
}

export const firstDraft: Draft = {
  models: { a: '', b: null },
  system: '',
  temperature: '',
  maxTokens: '',
  effort: '',
  format: 'text',
  schema: `{
  "type": "object",
  "properties": {
    "answer": { "type": "string" }
  },
  "required": ["answer"]
}`,
  tools: '',
  catalogue: [],
  user: '',
  isLenient: true,
  text: '',
  files: [],
}

export const emptyPlayground: Playground = { draft: firstDraft, turns: [] }

export const sidesOf = ({ models }: Pick<Draft, 'models'>): readonly Side[] =>
  models.b === null ? ['a'] : ['a', 'b']

/** The state stored before a reload: running requests were aborted by it. */
export function restorePlayground(stored: unknown): Playground {
  if (typeof stored !== 'object' || stored === null || !('draft' in stored) || !('turns' in stored))
    return emptyPlayground
  const { draft, turns: found, savedId, presetId = null } = stored as Playground
  const turns = Array.isArray(found) ? found.filter(isTurn) : []
  const stopped = (steps: readonly Step[]) => steps.map(stoppedStep)
  return {
    savedId,
    presetId,
    draft: { ...firstDraft, ...draft },
    turns: turns.map((turn) => ({
      ...turn,
      answers: { a: stopped(turn.answers.a), b: stopped(turn.answers.b) },
    })),
  }
}

/** What was stored may be of another version, or written by a program. */
function isTurn(value: unknown): value is Turn {
  const { id, answers } = (value ?? {}) as { id?: unknown; answers?: { a?: unknown; b?: unknown } }
  const isSteps = (steps: unknown) =>
    Array.isArray(steps) && steps.every((step) => Array.isArray((step as Partial<Step> | null)?.tools))
  return typeof id === 'string' && isSteps(answers?.a) && isSteps(answers?.b)
}

const stoppedStep = (step: Step): Step => ({
  ...step,
  phase: step.phase === 'running' ? 'stopped' : step.phase,
  tools: step.tools.map((tool) =>
    tool.run?.phase === 'running' ? { ...tool, run: { ...tool.run, phase: 'stopped' } } : tool,
  ),
})

/** Whether a response is streamed, or a tool that it called runs. */
export const isStepRunning = ({ phase, tools }: Step): boolean =>
  phase === 'running' || tools.some(({ run }) => run?.phase === 'running')
