import { toApiDocument } from './read-document.ts'

/** A small shop as an OpenAPI 3.0 document with everything that real ones have: circles, collisions, all styles. */
export const shop = {
  openapi: '3.0.3',
  info: { title: 'Shop', version: '2024-01', description: 'Sells things.' },
  servers: [
    { url: 'https://{region}.shop.example/v1', variables: { region: { default: 'eu', enum: ['eu', 'us'] } } },
  ],
  security: [{ key: [], app: [] }, { oauth: ['read'] }],
  paths: {
    '/items': {
      get: {
        operationId: 'listItems',
        summary: 'List items',
        tags: ['items'],
        parameters: [
          { in: 'query', name: 'ids', schema: { type: 'array', items: { type: 'integer' } }, explode: false },
          {
            in: 'query',
            name: 'filter',
            style: 'deepObject',
            schema: { type: 'object', properties: { state: { type: 'string' } } },
          },
          { in: 'query', name: 'api_key', schema: { type: 'string' } },
          { in: 'header', name: 'Authorization', schema: { type: 'string' } },
          { in: 'header', name: 'X-Trace', schema: { type: 'string' } },
          { in: 'cookie', name: 'theme', schema: { type: 'string' } },
        ],
        responses: {
          '200': {
            description: 'ok',
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Item' } } },
            },
          },
        },
      },
      post: {
        operationId: 'createItem',
        security: [{ oauth: ['write'] }],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/NewItem' } } },
        },
        responses: { '201': { description: 'made' } },
      },
    },
    '/items/{id}': {
      parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }],
      put: {
        operationId: 'replaceItem',
        parameters: [{ in: 'query', name: 'id', schema: { type: 'boolean' } }],
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', properties: { id: { type: 'integer' }, 'a b': { type: 'string' } } },
            },
          },
        },
        responses: { '200': { description: 'ok' } },
      },
      delete: {
        operationId: 'removeItem',
        deprecated: true,
        security: [],
        responses: { '204': { description: 'gone' } },
      },
    },
    '/items/{id}/picture': {
      post: {
        operationId: 'uploadPicture',
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['file'],
                properties: { file: { type: 'string', format: 'binary' }, title: { type: 'string' } },
              },
            },
          },
        },
        responses: { '200': { description: 'ok' } },
      },
      get: {
        operationId: 'getPicture',
        responses: { '200': { description: 'ok', content: { 'image/png': {} } } },
      },
    },
    '/search': {
      post: {
        operationId: 'search',
        requestBody: {
          content: { 'application/json': { schema: { oneOf: [{ type: 'string' }, { type: 'object' }] } } },
        },
        responses: { '200': { description: 'ok' } },
      },
    },
    '/token': {
      post: {
        operationId: 'token',
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: {
                type: 'object',
                properties: { grant: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
              },
            },
          },
        },
        responses: { '200': { description: 'ok' } },
      },
    },
  },
  components: {
    schemas: {
      Item: {
        type: 'object',
        properties: {
          id: { type: 'string', readOnly: true },
          secret: { type: 'string', writeOnly: true },
          name: { type: 'string', nullable: true },
          parent: { $ref: '#/components/schemas/Item' },
        },
      },
      Named: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      NewItem: {
        allOf: [
          { $ref: '#/components/schemas/Named' },
          {
            type: 'object',
            required: ['parent', 'id'],
            properties: {
              id: { type: 'string', readOnly: true },
              parent: { $ref: '#/components/schemas/Item' },
            },
          },
        ],
      },
      Unused: { type: 'object' },
    },
    securitySchemes: {
      key: { type: 'apiKey', in: 'query', name: 'api_key' },
      app: { type: 'apiKey', in: 'header', name: 'X-App' },
      oauth: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://shop.example/authorize',
            tokenUrl: 'https://shop.example/token',
            scopes: { read: 'Read', write: 'Write' },
          },
          clientCredentials: { tokenUrl: 'https://shop.example/token', scopes: {} },
        },
      },
    },
  },
}

export const shopDocument = () => toApiDocument(shop)
