import type { Operation } from '../spec/operation.ts'
import { type IdToFill, isId } from './ids.ts'

type Texts = Readonly<Record<string, string>>

/** What is typed into the form of an operation. */
export type Draft = {
  path: Texts
  /** A list of texts where several values are selected. */
  query: Readonly<Record<string, string | readonly string[]>>
  header: Texts
  form: Readonly<Record<string, string | readonly string[]>>
  files: Readonly<Record<string, File>>
  bodyText: string
}

/** Where the parameters of an operation are sent. */
export const parameterLocations = ['path', 'query', 'header'] as const
export type ParameterLocation = (typeof parameterLocations)[number]

/**
 * What an operation starts with: what it needs comes from examples. The ids among them belong to nothing on this
 * server, so such a field starts empty.
 */
export function emptyDraft({ parameters, body }: Operation): Draft {
  const path: Record<string, string> = {}
  const query: Record<string, string> = {}
  for (const { name, example, schema, in: location, required } of parameters) {
    const text = String(example ?? (typeof schema === 'object' ? schema.example : undefined) ?? '')
    const value = isId(text) ? '' : text
    if (location === 'path') path[name] = value
    if (location === 'query' && required && value !== '') query[name] = value
  }
  return { path, query, header: {}, form: {}, files: {}, bodyText: exampleText(body) }
}

function exampleText(body: Operation['body']): string {
  if (!body || body.example === undefined) return ''
  return typeof body.example === 'string' && body.kind === 'text'
    ? body.example
    : JSON.stringify(body.example, null, 2)
}

/** The draft with an id that exists, so that the first request finds something. What was typed stays. */
export function withId(draft: Draft, target: IdToFill, id: string): Draft {
  if (target.in === 'body') return { ...draft, bodyText: draft.bodyText.replace(target.id, id) }
  return draft.path[target.name] ? draft : { ...draft, path: { ...draft.path, [target.name]: id } }
}
