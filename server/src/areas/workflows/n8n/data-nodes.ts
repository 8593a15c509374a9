import {
  type Context,
  dataOf,
  eachOf,
  listOf,
  outputOf,
  recordOf,
  setPath,
  type Translated,
  type Translator,
} from './context.ts'
import { translateText, translateToExpression, translateValue, Untranslatable } from './expression.ts'
import { attachmentsOf } from './source.ts'

const includesOthers = (parameters: Record<string, unknown>, typeVersion: number): boolean =>
  typeVersion < 3 ? parameters.keepOnlySet !== true : parameters.includeOtherFields === true

/** A text that should be a number or a boolean is one here. */
function typed(value: unknown, type: unknown): unknown {
  if (typeof value !== 'string' || value.includes('{{')) return value
  if (type === 'number' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  if (type === 'boolean') return value === 'true'
  if (type !== 'array' && type !== 'object') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

export const translateSet: Translator = (context) => {
  const { id, source, input, references } = context
  const { parameters, typeVersion = 1 } = source
  const json = input.isList ? 'item' : input.ref
  const values: Record<string, unknown> = {}
  let base: string | undefined
  if (parameters.mode === 'raw') {
    const { jsonOutput } = parameters
    if (typeof jsonOutput === 'string' && jsonOutput.startsWith('=')) base = translateRaw(jsonOutput, context)
    else Object.assign(values, recordOf(typeof jsonOutput === 'string' ? JSON.parse(jsonOutput) : jsonOutput))
  } else {
    const assigned = listOf(recordOf(parameters.assignments).assignments)
    const older = Object.entries(recordOf(parameters.values)).flatMap(([type, list]) =>
      listOf(list).map(({ name, value }) => ({ name, value, type })),
    )
    for (const { name, value, type } of [...assigned, ...older])
      setPath(values, String(name), typed(translateValue(value, references), type))
    if (includesOthers(parameters, typeVersion)) base = `{{ ${json} }}`
  }
  return {
    nodes: [{ id, type: 'set', values, ...(base === undefined ? {} : { base }), ...eachOf(context) }],
    data: dataOf(context, id),
  }
}

/** JSON with expressions: an object literal of our language, where that can be read. */
function translateRaw(text: string, { references }: Context): string {
  const only = /^=\s*\{\{([\s\S]*)\}\}\s*$/.exec(text)
  const isOne = only !== null && !only[1]!.includes('}}')
  if (isOne) return translateText(text.trim(), references)
  return `{{ JSON.parse(${translateToExpression(text, references)}) }}`
}

/** The reply to a webhook is the output of the workflow. */
export const translateRespond: Translator = (context) => {
  const { id, source, input, references } = context
  const { respondWith = 'firstIncomingItem', responseBody } = source.parameters
  const data = { ref: outputOf(id), isList: false }
  if (respondWith === 'json' && typeof responseBody === 'string')
    return {
      nodes: [{ id, type: 'set', base: translateRaw(asTemplate(responseBody), context), values: {} }],
      data,
    }
  if (respondWith === 'text')
    return { nodes: [{ id, type: 'set', values: { body: translateValue(responseBody, references) } }], data }
  if (input.isList) return { nodes: [{ id, type: 'set', values: { items: `{{ ${input.ref} }}` } }], data }
  return { nodes: [{ id, type: 'set', base: `{{ ${input.ref} }}`, values: {} }], data }
}

const asTemplate = (text: string): string => (text.startsWith('=') ? text : `=${text}`)

const pairs = (source: unknown, references: Context['references']): Record<string, unknown> | undefined => {
  const list = listOf(recordOf(source).parameters ?? recordOf(source).parameter)
  if (list.length === 0) return undefined
  return Object.fromEntries(list.map(({ name, value }) => [String(name), translateValue(value, references)]))
}

const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const

export const translateHttp: Translator = (context) => {
  const { id, source, references, note } = context
  const { parameters } = source
  const method = String(parameters.method ?? parameters.requestMethod ?? 'GET').toUpperCase()
  const known = httpMethods.find((each) => each === method)
  if (!known) throw new Untranslatable(`the method ${method} does not exist here`)
  if (parameters.authentication !== undefined && parameters.authentication !== 'none')
    note('It signed in with credentials of n8n; connect an account, or use a tool of the service.')
  const query = pairs(parameters.queryParameters ?? parameters.queryParametersUi, references)
  const headers = pairs(parameters.headerParameters ?? parameters.headerParametersUi, references)
  const body = bodyOf(context)
  return {
    nodes: [
      {
        id,
        type: 'http',
        method: known,
        url: translateText(String(parameters.url ?? ''), references),
        ...(query ? { query } : {}),
        ...(headers ? { headers } : {}),
        ...(body === undefined ? {} : { body }),
        ...eachOf(context),
      },
    ],
    data: dataOf(context, id, '.body'),
  }
}

function bodyOf(context: Context): unknown {
  const { source, references } = context
  const { parameters } = source
  const { jsonBody, bodyParametersJson, body } = parameters
  const json = jsonBody ?? bodyParametersJson
  if (typeof json === 'string' && json !== '') {
    if (json.startsWith('=')) return translateRaw(json, context)
    try {
      return JSON.parse(json) as unknown
    } catch {
      return json
    }
  }
  const fields = pairs(parameters.bodyParameters ?? parameters.bodyParametersUi, references)
  return fields ?? (body === undefined ? undefined : translateValue(body, references))
}

/** What code of n8n finds: the items of the node before, and those of nodes that it names. */
const preamble = `const items = state.items.map((json) => ({ json }))
const $input = { all: () => items, first: () => items[0], last: () => items.at(-1), item: items[0] }
const $json = items[0]?.json ?? {}
const $items = () => items
const $now = new Date()
const $ = (name) => {
  const list = (state.nodes[name] ?? []).map((json) => ({ json }))
  return { all: () => list, first: () => list[0], last: () => list.at(-1), item: list[0] }
}
const $node = new Proxy({}, { get: (_, name) => $(name).first() })
`
const unwrap = `
const unwrap = (item) => (item && typeof item === 'object' && 'json' in item ? item.json : item)
`

const namesIn = (code: string): string[] => [
  ...new Set([...code.matchAll(/\$(?:node\[|\()\s*["'`]([^"'`]+)["'`]/g)].map(([, name]) => name!)),
]

export const translateCode: Translator = (context) => {
  const { id, source, input, references, note } = context
  const { parameters } = source
  const code = String(parameters.jsCode ?? parameters.functionCode ?? '')
  if (code === '') throw new Untranslatable('it is Python written for n8n, or empty; write it as a code node')
  const perItem = parameters.mode === 'runOnceForEachItem'
  const nodes = Object.fromEntries(
    namesIn(code).flatMap((name) => {
      const found = references.node(name)
      return found ? [[name, `{{ ${found.all} }}`]] : []
    }),
  )
  const isList = perItem
    ? input.isList
    : input.isList || /\.map\(|\.push\(|return\s+items|\.all\(\)[\s;]*$/m.test(code)
  note('Code that uses more of n8n than items, $input, $json, $() and $node has to be changed.')
  const each = perItem && input.isList
  return {
    nodes: [
      {
        id,
        type: 'code',
        language: 'javascript',
        code: `${preamble}async function main() {\n${code}\n}\n${unwrap}const result = await main()\nreturn ${isList && !each ? '[result].flat().map(unwrap)' : 'unwrap([result].flat()[0])'}`,
        inputMapping: {
          items: each ? ['{{ item }}'] : input.isList ? `{{ ${input.ref} }}` : [`{{ ${input.ref} }}`],
          nodes,
        },
        ...(each ? eachOf(context) : {}),
      },
    ],
    data: { ref: outputOf(id), isList },
  }
}

const modelOf = ({ workflow, source }: Context): string | undefined => {
  const [model] = attachmentsOf(workflow, source.name, 'ai_languageModel')
  const modelParameter = model?.parameters.model ?? source.parameters.modelId ?? source.parameters.model
  const name = typeof modelParameter === 'object' ? recordOf(modelParameter).value : modelParameter
  return typeof name === 'string' && name !== '' && !name.startsWith('=') ? name : undefined
}

const promptOf = ({ source, references, input }: Context): string => {
  const { parameters } = source
  const messages = listOf(recordOf(parameters.messages).values ?? recordOf(parameters.messages).messageValues)
  const text = parameters.text ?? parameters.prompt ?? messages.at(-1)?.content ?? messages.at(-1)?.message
  if (typeof text === 'string' && text !== '') return translateText(text, references)
  return `{{ ${input.isList ? 'item' : input.ref}.chatInput }}`
}

export const translateLlm: Translator = (context) => {
  const { id, note } = context
  const model = modelOf(context)
  if (model !== undefined) note(`The model was "${model}"; select one that is available here.`)
  return {
    nodes: [{ id, type: 'llm', prompt: promptOf(context), ...eachOf(context) }],
    data: dataOf(context, id),
  }
}

export const translateAgent: Translator = (context) => {
  const { id, source, references, workflow, note } = context
  const system = recordOf(source.parameters.options).systemMessage
  const tools = attachmentsOf(workflow, source.name, 'ai_tool')
  if (tools.length > 0)
    note(`It used the tools ${tools.map(({ name }) => name).join(', ')}; select them here.`)
  return {
    nodes: [
      {
        id,
        type: 'llm_agent',
        agent: { prompt: typeof system === 'string' ? translateText(system, references) : '' },
        inputMapping: { message: promptOf(context) },
        ...eachOf(context),
      },
    ],
    data: dataOf(context, id),
  }
}

/** Words of a camel-case name: `googleSheets` → google, sheets. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter((word) => word !== '' && word !== 'tool')

/** n8n leaves out what is the default of a node: the operation, too. */
const defaultOperations: Record<string, { resource: string; operation: string }> = {
  github: { resource: 'issue', operation: 'create' },
  gmail: { resource: 'message', operation: 'send' },
  googleSheets: { resource: 'sheet', operation: 'read' },
  slack: { resource: 'message', operation: 'post' },
  telegram: { resource: 'message', operation: 'sendMessage' },
}

/** What was selected from a list, by its id or by its URL is an object with the value in it. */
const locatedValue = (value: unknown): unknown => {
  const { __rl: isLocator, value: located } = recordOf(value)
  return isLocator === true ? located : value
}

/** A service of n8n: a tool of the same service that does the same, with its arguments left to be filled in. */
export const translateService =
  (kind: string): Translator =>
  async (context): Promise<Translated> => {
    const { id, source, references, findTool, note } = context
    const { resource, operation, ...parameters } = { ...defaultOperations[kind], ...source.parameters }
    const words = [resource, operation].flatMap((each) => (typeof each === 'string' ? wordsOf(each) : []))
    const slug = await findTool(wordsOf(kind).join(' '), words)
    if (slug === null) throw new Untranslatable('no tool of this service was found')
    note(`It became the tool ${slug}; check its input.`)
    const simple = Object.entries(parameters)
      .map(([name, value]): [string, unknown] => [name, locatedValue(value)])
      .filter(([, value]) => typeof value !== 'object' && value !== '')
    const inputMapping = Object.fromEntries(
      simple.map(([name, value]) => [name, translateValue(value, references)]),
    )
    return {
      nodes: [{ id, type: 'action', toolSlug: slug, inputMapping, ...eachOf(context) }],
      data: dataOf(context, id),
    }
  }
