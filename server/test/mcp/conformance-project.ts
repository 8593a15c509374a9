import type { ContentSource } from '../../src/areas/mcp/index.ts'
import type { TestProject } from '../harness.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='
const image = { type: 'image', data: png, mimeType: 'image/png' } as const
const resource = (uri: string, mimeType: string, text: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text } }) as const

/** The tools that the suites call by name, with what each returns. */
const contents: Record<string, unknown[]> = {
  test_simple_text: [{ type: 'text', text: 'This is a simple text response for testing.' }],
  test_image_content: [image],
  test_audio_content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }],
  test_embedded_resource: [
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ],
  test_multiple_content_types: [
    { type: 'text', text: 'Multiple content types test:' },
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ],
}

const schema2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

/** A server with these tools; returns its id. */
export async function createConformanceServer({ admin }: TestProject): Promise<string> {
  const scripts = new Map<string, { source: string; inputParameters: object }>()
  for (const [slug, content] of Object.entries(contents))
    scripts.set(slug, { source: `return ${JSON.stringify({ content })}`, inputParameters: {} })
  scripts.set('test_error_handling', {
    source: "throw new Error('This tool intentionally returns an error for testing')",
    inputParameters: {},
  })
  scripts.set('json_schema_2020_12_tool', { source: 'return 1', inputParameters: schema2020 })
  for (const [slug, { source, inputParameters }] of scripts) {
    const { status, text } = await admin.post('/api/v1/tools', {
      slug,
      name: slug,
      description: `The tool ${slug} that the conformance suite calls.`,
      toolkitSlug: 'conformance',
      inputParameters,
      noAuth: true,
      script: { language: 'javascript', source },
    })
    if (status !== 200) throw new Error(`${slug}: ${text}`)
  }
  const body = { name: 'conformance', mode: 'NORMAL', selectedTools: [...scripts.keys()] }
  return (await admin.post('/api/v1/mcp_manager', body)).body.data.id
}

const texts: Record<string, { mimeType: string; text: string } | { mimeType: string; blob: string }> = {
  'test://static-text': {
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  'test://static-binary': { mimeType: 'image/png', blob: png },
}
const templateForm = /^test:\/\/template\/([^/]+)\/data$/

const user = (content: unknown) => ({ messages: [{ role: 'user', content }] }) as never
const said = (text: string) => ({ type: 'text', text })

const prompts: Record<string, (args: Readonly<Record<string, string>>) => ReturnType<typeof user>> = {
  test_simple_prompt: () => user(said('This is a simple prompt for testing.')),
  test_prompt_with_arguments: ({ arg1, arg2 }) =>
    user(said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  test_prompt_with_embedded_resource: ({ resourceUri = '' }) =>
    user(resource(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
  test_prompt_with_image: () => user(image),
}

const argumentsOf: Record<string, string[]> = {
  test_prompt_with_arguments: ['arg1', 'arg2'],
  test_prompt_with_embedded_resource: ['resourceUri'],
}

/** Resources and prompts as an area would register them. */
export const conformanceContent: ContentSource = {
  resources: {
    list: async () =>
      Object.entries(texts).map(([uri, { mimeType }]) => ({ uri, name: uri.slice(7), mimeType })),
    listTemplates: async () => [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
    async read(_scope, uri) {
      if (texts[uri]) return { contents: [{ uri, ...texts[uri] }] }
      const [, id] = templateForm.exec(uri) ?? []
      const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
      return id === undefined ? null : { contents: [{ uri, mimeType: 'application/json', text }] }
    },
  },
  prompts: {
    list: async () =>
      Object.keys(prompts).map((name) => ({
        name,
        description: `The prompt ${name}`,
        arguments: (argumentsOf[name] ?? []).map((each) => ({ name: each, required: true })),
      })),
    get: async (_scope, name, args) => prompts[name]?.(args) ?? null,
  },
  complete: async (_scope, { ref, value }) =>
    ref.type === 'ref/prompt' && ref.name in prompts
      ? ['paris', 'park', 'party'].filter((each) => each.startsWith(value))
      : null,
}
