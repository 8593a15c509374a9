import type { Document, Operation } from './read-operations.ts'
import { keyOf, remark, type Schema, textOf, typeNameOf } from './schema-text.ts'

/** The whole of generated.ts: every named shape, then every path with what it takes and gives. */
export function typesText(document: Document, operations: Operation[]): string {
  const shapes = Object.entries(document.components.schemas)
    .filter(([id]) => id !== 'Paging')
    .map(([id, schema]) => `export type ${typeNameOf(id)} = ${textOf(schema, 'response')}\n`)
  const paths = Object.entries(Object.groupBy(operations, ({ path }) => path)).map(
    ([path, ofPath = []]) => `  ${keyOf(path)}: {\n${ofPath.map(operationText).join('')}  }\n`,
  )
  return `${header}\n${lead}\n${shapes.join('\n')}\n/** Every path with its methods. */\nexport type Paths = {\n${paths.join('')}}\n`
}

const lead = `/** Lists in a query may be given as one value. */
type OneOrMore<T> = T | readonly T[]

/** The stable code of every error of the server. */
export type ErrorCode = ErrorEnvelope['error']['code']
`

export const header = '// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.\n'

function operationText(operation: Operation): string {
  const { method, summary, params, query, body, kind, result, events, takesUpload } = operation
  const indent = '      '
  const line = (name: string, text: string) => `${indent}${name}: ${text}\n`
  const isQueryOptional = (query?.required ?? []).length === 0
  return [
    remark(summary, '    '),
    `    ${method}: {\n`,
    params.length > 0 ? line('params', `{ ${params.map((name) => `${name}: string`).join('; ')} }`) : '',
    query
      ? line(isQueryOptional ? 'query?' : 'query', orLeftOut(textOf(query, 'query', indent), isQueryOptional))
      : '',
    body
      ? line(
          body.isRequired ? 'body' : 'body?',
          orLeftOut(textOf(body.schema, 'body', indent), !body.isRequired),
        )
      : '',
    takesUpload ? line('upload', 'true') : '',
    line('kind', `'${kind}'`),
    events
      ? line('events', textOf(eventsShape(events), 'response', indent))
      : result
        ? line('result', textOf(result, 'response', indent))
        : '',
    '    }\n',
  ].join('')
}

const eventsShape = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

const orLeftOut = (text: string, isOptional: boolean) => (isOptional ? `${text} | undefined` : text)
