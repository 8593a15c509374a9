import type { LlmReply } from '@stoa/sdk'

/** The two columns in which models answer. The second one is there only while models are compared. */
export type Side = 'a' | 'b'

export type Attachment = { id: string; name: string; mimeType: string; sizeBytes: number }

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
  /** The end user it is done for; nobody is the project itself. */
  user: string
  /** Whether what a model does not take is left out instead of refused. */
  isLenient: boolean
  text: string
  files: readonly Attachment[]
}

/** A tool that a model asks for, and what a person says it gave. */
export type AskedTool = { id: string; name: string; arguments: string; result: string }

export type Fault = {
  code: string
  message: string
  status: number
  requestId: string | null
  hint: string | null
}

/** One answer of one model. After the results of tools the next one follows in the same turn. */
export type Step = {
  id: string
  model: string
  format: Draft['format']
  phase: 'running' | 'ended' | 'stopped' | 'failed'
  text: string
  reasoning: string
  tools: readonly AskedTool[]
  reply: Omit<LlmReply, 'text' | 'message'> | null
  fault: Fault | null
  /** From the press of the key, on the clock of this browser. */
  firstTokenMs: number | null
  totalMs: number | null
}

/** What somebody said, and what the models answered to it. */
export type Turn = {
  id: string
  text: string
  files: readonly Attachment[]
  answers: Record<Side, readonly Step[]>
}

export type Playground = { draft: Draft; turns: readonly Turn[] }

export const firstDraft: Draft = {
  models: { a: '', b: null },
  ...{ system: '', temperature: '', maxTokens: '', effort: '', format: 'text' },
  schema: `{
  "type": "object",
  "properties": {
    "answer": { "type": "string" }
  },
  "required": ["answer"]
}`,
  ...{ tools: '', user: '', isLenient: true, text: '', files: [] },
}

export const emptyPlayground: Playground = { draft: firstDraft, turns: [] }

export const sidesOf = ({ models }: Pick<Draft, 'models'>): readonly Side[] =>
  models.b === null ? ['a'] : ['a', 'b']

/** What was kept before a reload: whatever was under way then is no longer listened to. */
export function revived(kept: unknown): Playground {
  if (typeof kept !== 'object' || kept === null || !('draft' in kept) || !('turns' in kept))
    return emptyPlayground
  const { draft, turns } = kept as Playground
  const stopped = (steps: readonly Step[]) =>
    steps.map((step): Step => (step.phase === 'running' ? { ...step, phase: 'stopped' } : step))
  return {
    draft: { ...firstDraft, ...draft },
    turns: turns.map((turn) => ({
      ...turn,
      answers: { a: stopped(turn.answers.a), b: stopped(turn.answers.b) },
    })),
  }
}
