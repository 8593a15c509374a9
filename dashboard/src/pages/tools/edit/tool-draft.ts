import type { BodyOf, ToolDetail } from '@stoa/sdk'
import { parseJsonObject } from '../../../components/form/parse-json-object.ts'
import type { toolsPath } from '../../../features/tools/tools-api.ts'

type CreateBody = BodyOf<typeof toolsPath, 'post'>

/** A tool as it is written: everything is text until it is saved. */
export type ToolDraft = {
  slug: string
  name: string
  description: string
  toolkitSlug: string
  version: string
  kind: 'script' | 'http'
  language: 'javascript' | 'python'
  source: string
  hosts: string
  method: string
  url: string
  headers: string
  query: string
  body: string
  inputParameters: string
  outputParameters: string
  hint: 'none' | 'read' | 'change' | 'destroy'
}

const exampleInput = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
  additionalProperties: false,
}
const pretty = (value: unknown) => JSON.stringify(value, null, 2)

export const newDraft = (toolkitSlug: string): ToolDraft => ({
  slug: '',
  name: '',
  description: '',
  toolkitSlug,
  version: '1.0.0',
  kind: 'script',
  language: 'javascript',
  source: 'return { sum: state.a + state.b }',
  hosts: '',
  method: 'GET',
  url: '',
  headers: '{}',
  query: '{}',
  body: '',
  inputParameters: pretty(exampleInput),
  outputParameters: pretty({ type: 'object' }),
  hint: 'none',
})

export const draftOf = (tool: ToolDetail): ToolDraft => ({
  ...newDraft(tool.toolkitSlug),
  slug: tool.slug,
  name: tool.name,
  description: tool.description,
  version: tool.version,
  kind: tool.http ? 'http' : 'script',
  language: tool.script === 'python' ? 'python' : 'javascript',
  source: tool.scriptSource ?? '',
  hosts: tool.allowedHosts.join(', '),
  method: tool.http?.method ?? 'GET',
  url: tool.http?.url ?? '',
  headers: pretty(tool.http?.headers ?? {}),
  query: pretty(tool.http?.query ?? {}),
  body: tool.http?.body === undefined ? '' : pretty(tool.http.body),
  inputParameters: pretty(tool.inputParameters),
  outputParameters: pretty(tool.outputParameters),
  hint: hintOf(tool),
})

const hintOf = ({ hints }: ToolDetail): ToolDraft['hint'] =>
  hints.isDestructive ? 'destroy' : hints.isReadOnly ? 'read' : hints.isReadOnly === false ? 'change' : 'none'

const hintsFor = {
  none: { isReadOnly: null, isDestructive: null },
  read: { isReadOnly: true, isDestructive: false },
  change: { isReadOnly: false, isDestructive: false },
  destroy: { isReadOnly: false, isDestructive: true },
} as const

/** What is sent. Throws, in words, what is not JSON. */
export function bodyOf(draft: ToolDraft): CreateBody {
  return {
    slug: draft.slug.trim(),
    name: draft.name.trim(),
    description: draft.description,
    toolkitSlug: draft.toolkitSlug.trim(),
    version: draft.version.trim(),
    inputParameters: parseJsonObject(draft.inputParameters, 'input schema', '{ "type": "object" }'),
    outputParameters: parseJsonObject(draft.outputParameters, 'output schema', '{ "type": "object" }'),
    hints: hintsFor[draft.hint],
    ...(draft.kind === 'script'
      ? {
          script: {
            language: draft.language,
            source: draft.source,
            allowedHosts: draft.hosts.split(/[\s,]+/).filter(Boolean),
          },
          http: null,
        }
      : {
          http: {
            method: draft.method as 'GET',
            url: draft.url.trim(),
            headers: parseJsonObject(draft.headers, 'headers', '{ "accept": "text/plain" }') as Record<
              string,
              string
            >,
            query: parseJsonObject(draft.query, 'query', '{ "unit": "{{unit}}" }'),
            ...(draft.body.trim() === '' ? {} : { body: templateOf(draft.body) }),
          },
          script: null,
        }),
  }
}

/** A JSON template preserves the types of its arguments; any other text is sent as it is. */
function templateOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
