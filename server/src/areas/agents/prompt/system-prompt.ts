import type { AgentSpec, Escalation, Guardrails, Persona } from '../schema/spec.ts'

const languages: Record<string, string> = { fa: 'Persian', en: 'English', ar: 'Arabic', tr: 'Turkish' }

const lengths: Record<string, string> = {
  brief: 'Answer briefly: a few sentences at most.',
  balanced: 'Answer as long as the question needs.',
  detailed: 'Answer in detail, with the reasons.',
}

const emojis: Record<string, string> = {
  never: 'Use no emoji.',
  sparing: 'Use emoji sparingly.',
  free: 'You may use emoji.',
}

/** What the model reads before the conversation: the prompt, then what the behavior of the agent adds to it. */
export function systemPrompt(agent: AgentSpec, { memories, notes, canEscalate }: PromptFacts): string {
  const { behavior = {} } = agent
  return [
    agent.prompt?.trim() ?? '',
    section('Persona', persona(behavior.persona ?? {})),
    section('Rules', rules(behavior.guardrails ?? {})),
    section('Escalation', escalation(behavior.escalation ?? {}, canEscalate)),
    section('What you remember about the user', memories.map(inOneLine)),
    ...notes,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

export type PromptFacts = {
  /** Facts of the user's long-term memory. */
  memories: readonly string[]
  /** What the offered tools need to have said about them. */
  notes: readonly string[]
  /** Whether a human can take over. */
  canEscalate: boolean
}

/** A fact is no place for further sections. */
const inOneLine = (fact: string): string => fact.replace(/\s+/g, ' ')

const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `## ${title}\n${lines.map((line) => `- ${line}`).join('\n')}`

function persona({ displayName, role, tone, verbosity, language, emoji, styleNotes }: Persona): string[] {
  return [
    displayName && `Your name is ${displayName}.`,
    role && `Your role: ${role}.`,
    tone && `Your tone is ${tone}.`,
    verbosity && lengths[verbosity],
    language === 'match_user'
      ? 'Answer in the language of the user.'
      : language && `Answer in ${languages[language] ?? language}.`,
    emoji && emojis[emoji],
    styleNotes,
  ].filter((line) => typeof line === 'string' && line !== '') as string[]
}

function rules({
  bannedTopics = [],
  neverPromise = [],
  refusalMessage,
  groundingMode,
}: Guardrails): string[] {
  return [
    bannedTopics.length > 0 && `Do not talk about: ${bannedTopics.join('; ')}.`,
    neverPromise.length > 0 && `Never promise: ${neverPromise.join('; ')}.`,
    refusalMessage && `When you refuse, say: ${refusalMessage}`,
    groundingMode === 'prefer_sources' &&
      'Prefer what your tools return to what you know, and name the source.',
    groundingMode === 'strict' &&
      'State only what your tools returned or the user said; say so when you do not know.',
  ].filter((line) => typeof line === 'string' && line !== '') as string[]
}

function escalation({ enabled, triggers = [], handoffMessage }: Escalation, canEscalate: boolean): string[] {
  if (!enabled) return []
  if (canEscalate)
    return [
      triggers.length > 0
        ? `Call escalate_to_human when: ${triggers.join('; ')}.`
        : 'Call escalate_to_human when you cannot help, or the user wants to talk to a human.',
    ]
  return [
    triggers.length > 0 && `Hand the conversation to a human when: ${triggers.join('; ')}.`,
    handoffMessage && `Then say: ${handoffMessage}`,
  ].filter((line) => typeof line === 'string' && line !== '') as string[]
}
