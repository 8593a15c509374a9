/** The parts of JSON Schema that the document of the API uses. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  title?: string
  description?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  example?: unknown
  examples?: unknown[]
  properties?: Record<string, SchemaOrBoolean>
  required?: string[]
  additionalProperties?: SchemaOrBoolean
  items?: SchemaOrBoolean
  prefixItems?: SchemaOrBoolean[]
  anyOf?: SchemaOrBoolean[]
  oneOf?: SchemaOrBoolean[]
  allOf?: SchemaOrBoolean[]
  not?: SchemaOrBoolean
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minProperties?: number
  maxProperties?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  uniqueItems?: boolean
  pattern?: string
  contentMediaType?: string
  readOnly?: boolean
  deprecated?: boolean
}

export type SchemaOrBoolean = Schema | boolean

export type Reference = { $ref: string }

export type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  example?: unknown
  schema?: SchemaOrBoolean
}

export type MediaType = {
  schema?: SchemaOrBoolean
  example?: unknown
  examples?: Record<string, { value?: unknown } | Reference>
}

type Content = Record<string, MediaType>
export type RequestBody = { required?: boolean; description?: string; content?: Content }
export type Response = { description?: string; content?: Content }

export type RawOperation = {
  tags?: string[]
  summary?: string
  description?: string
  operationId?: string
  deprecated?: boolean
  security?: object[]
  parameters?: (Parameter | Reference)[]
  requestBody?: RequestBody | Reference
  responses?: Record<string, Response | Reference>
  'x-access'?: string
  'x-permission'?: string
  'x-admin-only'?: boolean
  'x-accepts-end-user-tokens'?: boolean
  'x-errors'?: string[]
}

export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
export type Method = (typeof methods)[number]

export type PathItem = { parameters?: (Parameter | Reference)[] } & { [M in Method]?: RawOperation }

export type ErrorCode = { status: number; type: string }

/** An OpenAPI document, as far as the reference reads it. */
export type OpenApiDocument = {
  info?: { title?: string; version?: string }
  tags?: { name: string; description?: string }[]
  paths?: Record<string, PathItem>
  security?: object[]
  components?: {
    schemas?: Record<string, Schema>
    securitySchemes?: Record<string, { type?: string; in?: string; name?: string }>
    'x-error-codes'?: Record<string, ErrorCode>
  } & Record<string, unknown>
}
