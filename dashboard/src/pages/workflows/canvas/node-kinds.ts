import type { LucideIcon } from 'lucide-react'
import Bot from 'lucide-react/icons/bot'
import Braces from 'lucide-react/icons/braces'
import CirclePlay from 'lucide-react/icons/circle-play'
import CircleStop from 'lucide-react/icons/circle-stop'
import Code from 'lucide-react/icons/code'
import GitBranch from 'lucide-react/icons/git-branch'
import GitFork from 'lucide-react/icons/git-fork'
import Globe from 'lucide-react/icons/globe'
import Merge from 'lucide-react/icons/merge'
import Puzzle from 'lucide-react/icons/puzzle'
import Repeat from 'lucide-react/icons/repeat'
import Sparkles from 'lucide-react/icons/sparkles'
import Timer from 'lucide-react/icons/timer'
import UserCheck from 'lucide-react/icons/user-check'
import Workflow from 'lucide-react/icons/workflow'
import Wrench from 'lucide-react/icons/wrench'
import type { WaterfallTone } from '../../../components/charts/waterfall.tsx'
import type { FlowNode, NodeType } from '../graph/types.ts'

type NodeKind = {
  label: string
  about: string
  Icon: LucideIcon
  /** Words that find it in the picker. */
  keywords: string
  /** What a new one begins with. */
  fields?: Record<string, unknown>
  summaryOf(node: FlowNode): string
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.keys(value).join(', ') : ''
const firstLine = (value: unknown): string => text(value).trim().split('\n')[0] ?? ''

export const nodeKinds: Record<NodeType, NodeKind> = {
  start: {
    label: 'Start',
    about: 'Where an execution begins, with its input.',
    Icon: CirclePlay,
    keywords: 'trigger input begin',
    summaryOf: () => 'Input of the workflow',
  },
  end: {
    label: 'End',
    about: 'Returns the result.',
    Icon: CircleStop,
    keywords: 'output return result respond',
    summaryOf: ({ output }) =>
      typeof output === 'string'
        ? output
        : output === undefined
          ? 'Last output'
          : `Returns ${listOf(output)}`,
  },
  action: {
    label: 'Tool',
    about: 'Executes a tool.',
    Icon: Wrench,
    keywords: 'action tool app integration',
    summaryOf: ({ toolSlug }) => text(toolSlug) || 'No tool selected',
  },
  http: {
    label: 'HTTP request',
    about: 'Calls an API.',
    Icon: Globe,
    keywords: 'api rest webhook fetch get post',
    fields: { method: 'GET', url: '' },
    summaryOf: ({ method, url }) => `${text(method) || 'GET'} ${text(url)}`,
  },
  code: {
    label: 'Code',
    about: 'Runs JavaScript or Python in a sandbox.',
    Icon: Code,
    keywords: 'script javascript python function transform',
    fields: {
      language: 'javascript',
      code: '// state.input and state.nodes hold the data\nreturn { ok: true }\n',
    },
    summaryOf: ({ language, code }) => firstLine(code) || text(language),
  },
  llm: {
    label: 'Model call',
    about: 'Sends a prompt to a language model.',
    Icon: Sparkles,
    keywords: 'llm ai gpt claude prompt completion chat',
    fields: { prompt: '' },
    summaryOf: ({ prompt, model }) => firstLine(prompt) || text(model) || 'No prompt',
  },
  llm_agent: {
    label: 'Agent',
    about: 'Lets an agent work with tools until it has a result.',
    Icon: Bot,
    keywords: 'agent ai llm assistant',
    summaryOf: ({ agentId, agent }) =>
      text(agentId) ? `Agent …${text(agentId).slice(-8)}` : agent ? 'Own prompt' : 'No agent selected',
  },
  human_wait: {
    label: 'Approval',
    about: 'Pauses until a user approves or rejects.',
    Icon: UserCheck,
    keywords: 'human wait approve review form person',
    fields: { humanMessage: '' },
    summaryOf: ({ humanMessage }) => firstLine(humanMessage) || 'No message',
  },
  branch: {
    label: 'Branch',
    about: 'Takes the first path whose condition is true.',
    Icon: GitBranch,
    keywords: 'if else switch condition filter router',
    summaryOf: () => 'First true condition',
  },
  parallel: {
    label: 'Parallel',
    about: 'Runs all following paths at the same time.',
    Icon: GitFork,
    keywords: 'fan out split concurrent',
    summaryOf: () => 'All paths',
  },
  join: {
    label: 'Join',
    about: 'Waits for parallel paths.',
    Icon: Merge,
    keywords: 'merge wait all any race',
    fields: { mode: 'all' },
    summaryOf: ({ mode }) =>
      mode === 'any' ? 'First of the paths' : typeof mode === 'number' ? `${mode} of the paths` : 'All paths',
  },
  loop: {
    label: 'Loop',
    about: 'Repeats its body for each item, or while a condition is true.',
    Icon: Repeat,
    keywords: 'for each while iterate repeat batch',
    fields: { over: '{{ input.items }}' },
    summaryOf: ({ over, while: condition }) =>
      condition === undefined ? `For each ${text(over)}` : `While ${text(condition)}`,
  },
  wait: {
    label: 'Wait',
    about: 'Pauses for a time, until a date or an event.',
    Icon: Timer,
    keywords: 'sleep delay pause until event',
    fields: { seconds: 60 },
    summaryOf: ({ seconds, until, event }) =>
      event === undefined
        ? until === undefined
          ? `${String(seconds ?? 0)} seconds`
          : `Until ${text(until)}`
        : `Event ${text(event)}`,
  },
  subflow: {
    label: 'Subworkflow',
    about: 'Runs another workflow as a part of this one.',
    Icon: Workflow,
    keywords: 'call execute workflow nested sub',
    summaryOf: ({ workflowId }) =>
      text(workflowId) ? `Workflow …${text(workflowId).slice(-8)}` : 'No workflow selected',
  },
  set: {
    label: 'Set fields',
    about: 'Computes values with expressions.',
    Icon: Braces,
    keywords: 'map edit fields transform variables assign',
    fields: { values: {} },
    summaryOf: ({ values }) => listOf(values) || 'No fields',
  },
  placeholder: {
    label: 'Placeholder',
    about: 'What an import could not translate.',
    Icon: Puzzle,
    keywords: '',
    summaryOf: ({ source }) => text(source),
  },
}

/** The colour of a node, of its steps and of their bars. */
export const toneOf: Readonly<Record<NodeType, WaterfallTone>> = {
  start: 'flow',
  end: 'flow',
  action: 'tool',
  http: 'tool',
  code: 'code',
  set: 'code',
  llm: 'model',
  llm_agent: 'model',
  human_wait: 'human',
  wait: 'human',
  branch: 'flow',
  parallel: 'flow',
  join: 'flow',
  loop: 'flow',
  subflow: 'flow',
  placeholder: 'flow',
}

/** Its own name, else one made of its type where its id is, else its id. */
export function nameOf({ name, type, id }: FlowNode): string {
  if (name) return name
  if (id !== type && !id.startsWith(`${type}_`)) return id
  const number = id.slice(type.length + 1)
  return number === '' ? nodeKinds[type].label : `${nodeKinds[type].label} ${number}`
}

const oneLine = 120

/** What a node does, in one line. */
export const summaryOf = (node: FlowNode): string => nodeKinds[node.type].summaryOf(node).slice(0, oneLine)
