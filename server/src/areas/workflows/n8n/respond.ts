import type { NodeInput } from '../schema/graph.ts'
import { isSettableHeader } from '../schema/response-settings.ts'
import {
  type Context,
  type Data,
  listOf,
  outputOf,
  recordOf,
  type Translated,
  type Translator,
} from './context.ts'
import { type References, translateText, translateValue, Untranslatable } from './expression.ts'
import { translateJson } from './json-template.ts'

type Response = Extract<NodeInput, { type: 'end' }>['response']
type Note = Context['note']

const isPage = (text: unknown) => typeof text === 'string' && /<script/i.test(text)

const textIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** Status and headers of a response; headers that only the server may set are left out, with a note. */
export function responseOf(
  options: Record<string, unknown>,
  { references, note, contentType }: { references: References; note: Note; contentType?: string },
): NonNullable<Response> {
  const { responseCode } = options
  const code =
    recordOf(responseCode).values === undefined
      ? responseCode
      : recordOf(recordOf(responseCode).values).responseCode
  const status =
    typeof code === 'string' && code !== ''
      ? translateText(code, references)
      : typeof code === 'number' && code >= 200 && code <= 599
        ? Math.trunc(code)
        : undefined
  const entries = listOf(recordOf(options.responseHeaders).entries).map(
    ({ name, value }): [string, string] => [textIn(name), translateText(textIn(value), references)],
  )
  for (const [name] of entries)
    if (!isSettableHeader(name))
      note(`It set the header ${name}, which a workflow cannot set here; it is left out.`)
  const headers = Object.fromEntries(entries.filter(([name]) => isSettableHeader(name)))
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
  if (contentType !== undefined && !hasType) headers['Content-Type'] = contentType
  return {
    ...(status === undefined ? {} : { status }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
  }
}

/** The first item of what comes in, which expressions of a node that runs once read. */
export const firstOf = ({ ref, isList }: Data): string => (isList ? `${ref}[0]` : ref)

/** The node that responds to a webhook is an end here: its output is the body. */
export const translateRespond: Translator = (context): Translated => {
  const { id, source, input, note, isLast, isInLoop } = context
  const references: References = { ...context.references, json: firstOf(input) }
  const { respondWith = 'firstIncomingItem', redirectURL } = source.parameters
  const options = recordOf(source.parameters.options)
  const contentType = respondWith === 'text' ? 'text/html; charset=utf-8' : undefined
  const settings = responseOf(options, { references, note, ...(contentType ? { contentType } : {}) })
  const response =
    respondWith === 'redirect'
      ? { status: 307, ...settings, redirect: translateText(String(redirectURL ?? ''), references) }
      : settings
  const output = bodyOf(String(respondWith), context, references)
  if (isInLoop) {
    note('It responded from within a loop. The response is sent at the end here: set it on an end node.')
    return { nodes: [{ id, type: 'set', values: { body: output } }], data: input }
  }
  if (isLast)
    return { nodes: [{ id, type: 'end', output, response }], data: { ref: outputOf(id), isList: false } }
  note('It responded before the nodes behind it ran. Here the response is sent when the execution ends.')
  const end = `${id}_response`
  return {
    nodes: [
      { id, type: 'parallel' },
      { id: end, type: 'end', output, response },
    ],
    edges: [{ from: id, to: end }],
    data: input,
  }
}

function bodyOf(respondWith: string, { input, source, note }: Context, references: References): unknown {
  const { responseBody, options } = source.parameters
  const key = recordOf(options).responseKey
  const under = (value: string) => (typeof key === 'string' && key !== '' ? { [key]: value } : value)
  switch (respondWith) {
    case 'json':
      return translateJson(
        typeof responseBody === 'string' ? responseBody : JSON.stringify(responseBody ?? {}),
        references,
      )
    case 'text':
      if (isPage(responseBody)) note('The page has a script. Pages that a webhook returns here run none.')
      return translateValue(responseBody ?? '', references)
    case 'firstIncomingItem':
      return under(`{{ ${firstOf(input)} }}`)
    case 'allIncomingItems':
      return under(`{{ ${input.isList ? input.ref : `[${input.ref}]`} }}`)
    case 'noData':
    case 'redirect':
      return ''
    default:
      throw new Untranslatable(`it responds with "${respondWith.slice(0, 40)}", which webhooks do not here`)
  }
}
