import type { ApiCall } from '../../../components/code/call-snippets.ts'
import type { Example } from './parse-example.ts'

export type Values = Readonly<Record<string, string>>

/** Shown in place of a value that no response has given yet: `agentId` is shown as `AGENT_ID`. */
const placeholderOf = (name: string) => name.replace(/[A-Z]/g, '_$&').toUpperCase()

// After a colon comes the name of a value, after an equals sign the value itself.
const parameterForm = /\{(\w+)([:=])([\w.-]+)\}/g
const namedForm = /\{\{(\w+)\}\}/g

/** The names of the values that an example needs from those before it. */
export const neededBy = ({ path, headers, query, content }: Example): string[] => [
  ...[...path.matchAll(parameterForm)].flatMap(([, , sign, name]) => (sign === ':' ? [name!] : [])),
  ...[...JSON.stringify([headers, query, content]).matchAll(namedForm)].map(([, name]) => name!),
]

/** The call of an example, with the values that are known. */
export function fillExample(example: Example, values: Values): ApiCall {
  const known = (name: string) => values[name] ?? placeholderOf(name)
  const fill = (text: string) => text.replace(namedForm, (_, name: string) => known(name))
  const fillAll = (record: Record<string, string>) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, fill(value)]))
  const { method, path, query, headers, content, fileName, streams } = example
  const params = [...path.matchAll(parameterForm)].map(([, name, sign, value]) => [
    name!,
    sign === ':' ? known(value!) : value!,
  ])
  const text = fill(content)
  return {
    method,
    path: path.replace(parameterForm, '{$1}'),
    ...(params.length > 0 ? { params: Object.fromEntries(params) } : {}),
    ...(Object.keys(query).length > 0 ? { query: fillAll(query) } : {}),
    ...(Object.keys(headers).length > 0 ? { headers: fillAll(headers) } : {}),
    ...bodyOf(text, fileName),
    ...(streams ? { streams } : {}),
  }
}

function bodyOf(text: string, fileName: string | undefined): Pick<ApiCall, 'body' | 'file'> {
  if (fileName !== undefined) return { file: { name: fileName, text } }
  return text === '' ? {} : { body: JSON.parse(text) as unknown }
}

/** The value at a path such as `data.items.0.id`; undefined where there is none. */
export function valueAt(body: unknown, path: string): unknown {
  let found = body
  for (const part of path.split('.')) found = (found as Record<string, unknown> | null | undefined)?.[part]
  return found
}
