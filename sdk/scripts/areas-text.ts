import type { Area, Call } from './operation-names.ts'
import { keyOf, remark } from './schema-text.ts'
import { header } from './types-text.ts'

/** One module: a function for each operation, none of which knows another, so that bundlers keep only what is used. */
export function areaText({ calls }: Area): string {
  const functions = calls.flatMap(callText)
  const body = functions.join('\n')
  const used = (names: string[]) => names.filter((name) => new RegExp(`\\b${name}\\b`).test(body))
  const imports = [
    [used(['BodyOf', 'QueryOf']), '../operations.ts'],
    [used(['CallOptions', 'WriteOptions']), '../options.ts'],
    [used(['EventOptions', 'Stoa']), '../stoa.ts'],
    [used(['UploadInput']), '../upload.ts'],
  ] as const
  const lines = imports
    .filter(([names]) => names.length > 0)
    .map(([names, from]) => `import type { ${names.join(', ')} } from '${from}'\n`)
  return `${header}\n${lines.join('')}\n${body}`
}

/** The list of modules. */
export const areaIndexText = (areas: Area[]) =>
  `${header}\n${areas.map(({ name, fileName }) => `export * as ${name} from './${fileName}.ts'\n`).join('')}`

function callText(call: Call): string[] {
  const { name } = call
  const { kind, method, isUpload } = call.operation
  const write = method === 'get' ? 'CallOptions' : 'WriteOptions'
  if (isUpload) return [functionText(call, 'stoa.upload', 'CallOptions')]
  switch (kind) {
    case 'page':
      return [
        functionText(call, 'stoa.page', 'CallOptions'),
        functionText(
          { ...call, name: `${name}All` },
          'stoa.pages',
          'CallOptions',
          ' Every one, page after page.',
        ),
      ]
    case 'events':
      return [functionText(call, 'stoa.events', 'EventOptions')]
    case 'raw':
      return [functionText(call, method === 'get' ? 'stoa.download' : 'stoa.raw', 'CallOptions')]
    default:
      return [functionText(call, `stoa.${method}`, write)]
  }
}

function functionText({ name, operation, preset }: Call, callee: string, options: string, note = ''): string {
  const { path, method, params, query, body, kind, isUpload, summary } = operation
  const fixed = Object.entries(preset).map(([field, value]) => `${field}: '${value}'`)
  const typeOf = (input: string) => {
    const type = `${input}<${keyOf(path)}, '${method}'>`
    return fixed.length === 0 ? type : `Omit<NonNullable<${type}>, '${Object.keys(preset).join("' | '")}'>`
  }
  const passedAs = (input: string) =>
    fixed.length === 0 ? input : `${input}: { ...${input}, ${fixed.join(', ')} }`
  const isQueryRequired = (query?.required ?? []).length > 0
  const taken = [
    'stoa: Stoa',
    ...params.map((param) => `${param}: string`),
    ...(isUpload ? ['file: UploadInput'] : []),
    ...(body ? [bodyParameter(typeOf('BodyOf'), body.isRequired, isQueryRequired)] : []),
    ...(query ? [`query${isQueryRequired ? '' : '?'}: ${typeOf('QueryOf')}`] : []),
    `options?: ${options}`,
  ]
  const passed = [
    ...(isUpload ? ['...file'] : []),
    ...(params.length > 0 ? [`params: { ${params.join(', ')} }`] : []),
    ...(body ? [passedAs('body')] : []),
    ...(query ? [passedAs('query')] : []),
    ...((kind === 'events' || kind === 'page') && method !== 'get' ? [`method: '${method}'`] : []),
  ]
  const all = passed.length === 0 ? 'options' : `{ ...options, ${passed.join(', ')} }`
  const first = callee === 'stoa.raw' ? `'${method.toUpperCase()}', ` : ''
  const signature = `export const ${name} = (${taken.join(', ')}) =>`
  const wrapped =
    signature.length <= 110
      ? signature
      : `export const ${name} = (\n${taken.map((each) => `  ${each},\n`).join('')}) =>`
  const space = wrapped === signature ? '\n  ' : ' '
  return `${remark(`${summary}.${note}`, '')}${wrapped}${space}${callee}(${first}${keyOf(path)}, ${all})\n`
}

/** Optional parameters cannot precede required ones. */
const bodyParameter = (type: string, isRequired: boolean, isFollowed: boolean) =>
  isRequired ? `body: ${type}` : isFollowed ? `body: ${type} | undefined` : `body?: ${type}`
