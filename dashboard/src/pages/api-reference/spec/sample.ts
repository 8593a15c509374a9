import type { OpenApiDocument } from './document.ts'
import { describeOperation, type Operation } from './operation.ts'
import { readSpec } from './spec.ts'

/** A small document for the tests, with a schema that contains itself. */
export const document: OpenApiDocument = {
  info: { title: 'Things', version: '1.2.3' },
  tags: [{ name: 'Things' }, { name: 'Empty' }],
  paths: {
    '/api/v1/things': {
      get: { tags: ['Things'], summary: 'List things', 'x-access': 'end-user', responses: {} },
      post: {
        tags: ['Things'],
        summary: 'Create a thing',
        'x-access': 'project',
        'x-permission': 'things:write',
        'x-errors': ['rate_limited', 'missing_field'],
        parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
        responses: {
          '200': { description: 'Made', content: { 'application/json': { schema: { type: 'object' } } } },
        },
      },
    },
    '/api/v1/things/{id}/files/{path+}': {
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
        { $ref: '#/components/parameters/Path' },
      ],
      put: {
        tags: ['Files'],
        parameters: [{ name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } }],
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['file'],
                properties: { file: { type: 'string', format: 'binary' }, note: { type: 'string' } },
              },
            },
          },
        },
        responses: { '200': { description: '', content: { 'text/event-stream': {} } } },
      },
      delete: { tags: ['Files'], security: [{ cookie: [] }], 'x-access': 'session', responses: {} },
    },
    '/api/v1/ping': { get: { security: [], responses: {} } },
  },
  security: [{ key: [] }],
  components: {
    'x-error-codes': {
      missing_field: { status: 400, type: 'invalid_request' },
      rate_limited: { status: 429, type: 'rate_limit' },
    },
    securitySchemes: { cookie: { type: 'apiKey', in: 'cookie', name: 'thing_session' } },
    parameters: { Path: { name: 'path', in: 'path', required: true, schema: { type: 'string' } } },
    schemas: {
      Thing: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 40 },
          parent: { anyOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }] },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
          labels: { type: 'object', additionalProperties: { type: 'integer' } },
        },
      },
    },
  },
}

export const spec = readSpec(document)

export const operationOf = (id: string): Operation =>
  describeOperation(spec, spec.operations.find((operation) => operation.id === id)!)
