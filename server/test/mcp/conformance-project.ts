import { uploadAs } from '../../src/areas/files/testing.ts'
import type { Caller, TestProject } from '../harness.ts'

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
  const { id } = (await admin.post('/api/v1/mcp_manager', body)).body.data
  await createContents(admin, `/api/v1/mcp_manager/${id}`)
  return id
}

const user = (content: unknown) => [{ role: 'user', content }]
const said = (text: string) => user({ type: 'text', text })
const required = (name: string, suggestions: string[] = []) => ({ name, required: true, suggestions })

const prompts = [
  { name: 'test_simple_prompt', messages: said('This is a simple prompt for testing.') },
  {
    name: 'test_prompt_with_arguments',
    arguments: [required('arg1', ['paris', 'park', 'party']), required('arg2')],
    messages: said("Prompt with arguments: arg1='{{arg1}}', arg2='{{arg2}}'"),
  },
  {
    name: 'test_prompt_with_embedded_resource',
    arguments: [required('resourceUri')],
    messages: user(resource('{{resourceUri}}', 'text/plain', 'Embedded resource content for testing.')),
  },
  { name: 'test_prompt_with_image', messages: user(image) },
]

/** The resources and prompts that the suites read by name. */
async function createContents(admin: Caller, server: string): Promise<void> {
  const { file } = await uploadAs(admin, 'static.png', Buffer.from(png, 'base64'), 'image')
  const text = 'This is the content of the static text resource.'
  const resources = [
    { uri: 'test://static-text', name: 'static-text', text },
    { uri: 'test://static-binary', name: 'static-binary', fileId: file!.id },
    {
      uri: 'test://template/{id}/data',
      name: 'template',
      mimeType: 'application/json',
      text: '{"id":"{{id}}","templateTest":true,"data":"Data for ID: {{id}}"}',
    },
  ]
  for (const [path, all] of Object.entries({ resources, prompts }))
    for (const body of all) {
      const made = await admin.post(`${server}/${path}`, {
        ...body,
        description: `Read by the suites: ${body.name}`,
      })
      if (made.status !== 200) throw new Error(`${body.name}: ${made.text}`)
    }
}
