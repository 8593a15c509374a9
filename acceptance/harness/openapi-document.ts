import assert from 'node:assert/strict'
import type { Caller } from './client.ts'
import type { Schema } from './json-schema.ts'

type Parameter = {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required?: boolean
  schema: Schema
  example?: unknown
}
export type Media = { schema: Schema; example?: unknown }
type OpenApiResponse = { description: string; content?: Record<string, Media> }
type Operation = {
  operationId: string
  summary: string
  tags: string[]
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, OpenApiResponse>
  'x-operator-only'?: true
}
type OpenApiDocument = {
  openapi: string
  info: { title: string; version: string }
  tags?: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, Record<string, string>> }
}

export async function readOpenApi(caller: Caller): Promise<OpenApiDocument> {
  const { status, body } = await caller.get('/api/v1/openapi.json')
  assert.equal(status, 200)
  return body as OpenApiDocument
}

export type NamedOperation = Operation & { method: string; path: string; parameters: Parameter[] }

export const operationsOf = ({ paths }: OpenApiDocument): NamedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      parameters: operation.parameters ?? [],
      method: method.toUpperCase(),
      path,
    })),
  )

/** The path as a client would call it, with the query that is required, filled with the values the document shows. */
export function examplePath({ path, parameters }: NamedOperation): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const found = parameters.find((each) => each.in === 'path' && each.name === name)
    return encodeURIComponent(String(found?.example ?? 'none'))
  })
  const required = parameters.filter((each) => each.in === 'query' && each.required === true)
  const query = new URLSearchParams()
  for (const { name, example } of required) query.set(name, String(example ?? ''))
  return required.length === 0 ? filled : `${filled}?${query}`
}

export const exampleBody = ({ requestBody }: NamedOperation): unknown =>
  requestBody?.content['application/json']?.example

export const needsKey = ({ security }: NamedOperation): boolean =>
  security === undefined || security.length > 0

export const takesUsername = ({ parameters }: NamedOperation): boolean =>
  parameters.some(({ in: location, name }) => location === 'header' && name.toLowerCase() === 'x-username')
