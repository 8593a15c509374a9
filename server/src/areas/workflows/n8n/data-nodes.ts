import {
  type Context,
  type Data,
  dataOf,
  eachOf,
  listOf,
  outputOf,
  recordOf,
  setPath,
  type Translated,
  type Translator,
} from './context.ts'
import { translateText, translateValue, Untranslatable } from './expression.ts'
import { readJson, translateJson } from './json-template.ts'
import { attachmentsOf, kindOf, type SourceNode } from './source.ts'

/** Which fields of the item the node keeps; null for none of them. */
function keptFields({ parameters, typeVersion = 1 }: SourceNode, json: string): string | null {
  if (typeVersion < 3) return parameters.keepOnlySet === true ? null : json
  const isOlder = typeVersion < 3.3 && parameters.assignments === undefined
  const isKept = isOlder ? parameters.include !== 'none' : parameters.includeOtherFields === true
  if (!isKept) return null
  const named = (names: unknown) =>
    JSON.stringify(
      String(names ?? '')
        .split(',')
        .map((name) => name.trim()),
    )
  switch (parameters.include) {
    case 'selected':
      return `(${json}).pick(${named(parameters.includeFields)})`
    case 'except':
      return `(${json}).omit(${named(parameters.excludeFields)})`
    default:
      return json
  }
}

/** The fields that it sets, in the form of each generation of the node. */
function assignmentsOf({ assignments, fields, values }: Record<string, unknown>) {
  const newest = listOf(recordOf(assignments).assignments).map(({ name, value, type }) => ({
    name,
    value,
    type,
  }))
  const newer = listOf(recordOf(fields).values).map(({ name, type = 'stringValue', ...each }) => ({
    name,
    value: each[String(type)] ?? '',
    type: String(type).replace(/Value$/, ''),
  }))
  const oldest = Object.entries(recordOf(values)).flatMap(([type, list]) =>
    listOf(list).map(({ name, value }) => ({ name, value, type })),
  )
  return [...newest, ...newer, ...oldest]
}

/** A text that should be a number or a boolean is one here. */
function typed(value: unknown, type: unknown): unknown {
  if (typeof value !== 'string' || value.includes('{{')) return value
  if (type === 'number' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  if (type === 'boolean') return value === 'true'
  if (type !== 'array' && type !== 'object') return value
  try {
    return readJson(value)
  } catch {
    return value
  }
}

export const translateSet: Translator = (context) => {
  const { id, source, input, references } = context
  const { parameters } = source
  const values: Record<string, unknown> = {}
  const kept = keptFields(source, input.isList ? 'item' : input.ref)
  let base = kept === null ? undefined : `{{ ${kept} }}`
  if (parameters.mode === 'raw') {
    const { jsonOutput = '{}' } = parameters
    const whole = typeof jsonOutput === 'string' ? translateJson(jsonOutput, references) : jsonOutput
    if (typeof whole !== 'string') Object.assign(values, recordOf(whole))
    else base = kept === null ? whole : `{{ {...(${kept}), ...(${whole.slice(2, -2).trim()})} }}`
  } else
    for (const { name, value, type } of assignmentsOf(parameters))
      setPath(values, String(name), typed(translateValue(value, references), type))
  return {
    nodes: [{ id, type: 'set', values, ...(base === undefined ? {} : { base }), ...eachOf(context) }],
    data: dataOf(context, id),
  }
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

/** The text of a model is a field of the item in n8n, whose name depends on the node. */
function textAs({ id, input }: Context, item: string): Data {
  const of = (ref: string) => `(${item.replaceAll('TEXT', ref)})`
  return input.isList
    ? { ref: `${outputOf(id)}.map(each => ${of('each')})`, isList: true }
    : { ref: of(outputOf(id)), isList: false }
}

export const translateLlm: Translator = (context) => {
  const { id, note } = context
  const model = modelOf(context)
  if (model !== undefined) note(`The model was "${model}"; select one that is available here.`)
  return {
    nodes: [{ id, type: 'llm', prompt: promptOf(context), ...eachOf(context) }],
    data: textAs(
      context,
      kindOf(context.source) === 'openAi' ? '{message: {content: TEXT}, text: TEXT}' : '{text: TEXT}',
    ),
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
    data: textAs(context, '{output: TEXT}'),
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
