import {
  type Context,
  type Data,
  dataOf,
  eachOf,
  listOf,
  outputOf,
  recordOf,
  type Translator,
} from './context.ts'
import { translateText, translateValue, Untranslatable } from './expression.ts'
import { translateJson } from './json-template.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const

type Parameters = Record<string, unknown>

/** Parameters that are fields in a list, or JSON; undefined where there are none. */
function fieldsOf(
  { references }: Context,
  fields: unknown,
  json: unknown,
): Record<string, unknown> | string | undefined {
  if (typeof json === 'string' && json.trim() !== '')
    return translateJson(json, references) as Record<string, unknown> | string
  const list = listOf(recordOf(fields).parameters ?? recordOf(fields).parameter)
  if (list.length === 0) return undefined
  return Object.fromEntries(list.map(({ name, value }) => [String(name), translateValue(value, references)]))
}

/** Fields behind a switch that is off are left in the export. */
const isOff = ({ parameters }: Context['source'], name: string): boolean => parameters[name] === false

/** Null, or which of both forms of the parameter is used. */
function chosen(context: Context, name: 'Query' | 'Headers', older: 'query' | 'header') {
  const { source } = context
  const { parameters } = source
  if (isOff(source, `send${name}`)) return undefined
  const isJson = parameters[`specify${name}`] === 'json' || parameters.jsonParameters === true
  const json = isJson ? (parameters[`json${name}`] ?? parameters[`${older}ParametersJson`]) : undefined
  return fieldsOf(context, parameters[`${older}Parameters`] ?? parameters[`${older}ParametersUi`], json)
}

export const translateHttp: Translator = (context) => {
  const { id, source, references, note } = context
  const { parameters } = source
  const method = String(parameters.method ?? parameters.requestMethod ?? 'GET').toUpperCase()
  const known = methods.find((each) => each === method)
  if (!known) throw new Untranslatable(`the method ${method} does not exist here`)
  if (parameters.authentication !== undefined && parameters.authentication !== 'none')
    note('It signed in with credentials of n8n; connect an account, or use a tool of the service.')
  const query = objectOf(chosen(context, 'Query', 'query'))
  const headers = objectOf(chosen(context, 'Headers', 'header'))
  const body = known === 'GET' || known === 'HEAD' || isOff(source, 'sendBody') ? {} : bodyOf(context)
  const { contentHeaders, ...content } = { contentHeaders: undefined, ...body }
  const allHeaders = { ...contentHeaders, ...headers }
  const options = optionsOf(context)
  return {
    nodes: [
      {
        id,
        type: 'http',
        method: known,
        url: translateText(String(parameters.url ?? ''), references),
        ...(query ? { query } : {}),
        ...(Object.keys(allHeaders).length > 0 ? { headers: allHeaders } : {}),
        ...content,
        ...options.settings,
        ...eachOf(context),
      },
    ],
    data: options.isFull ? fullResponse(context) : dataOf(context, id, '.body'),
  }
}

function objectOf(fields: Record<string, unknown> | string | undefined): Record<string, unknown> | undefined {
  if (typeof fields === 'string')
    throw new Untranslatable('its query or its headers are computed as a whole; write them one by one')
  return fields
}

const fullResponse = ({ id, input }: Context): Data => {
  const whole = (ref: string) => `({...${ref}, statusCode: ${ref}.status})`
  return input.isList
    ? { ref: `${outputOf(id)}.map(each => ${whole('each')})`, isList: true }
    : { ref: whole(outputOf(id)), isList: false }
}

type Body = { body?: unknown; contentType?: 'form' | 'text'; contentHeaders?: Record<string, string> }

const files = new Set(['multipart-form-data', 'binaryData'])

function bodyOf(context: Context): Body {
  const { references } = context
  const { parameters } = context.source
  const contentType = String(parameters.contentType ?? recordOf(parameters.options).bodyContentType ?? 'json')
  if (files.has(contentType) || parameters.sendBinaryData === true)
    throw new Untranslatable('it sends a file; use a tool of the service')
  const fields = parameters.bodyParameters ?? parameters.bodyParametersUi
  if (contentType === 'form-urlencoded') {
    if (typeof parameters.body === 'string' && parameters.body !== '')
      return textBody(context, 'application/x-www-form-urlencoded')
    const body = fieldsOf(context, fields, parameters.bodyParametersJson)
    return body === undefined ? {} : { body, contentType: 'form' }
  }
  const { rawContentType = 'text/plain' } = parameters
  const json = parameters.jsonBody ?? parameters.bodyParametersJson
  const isJson = contentType === 'json' || String(rawContentType).includes('json')
  if (!isJson) return textBody(context, String(rawContentType))
  const text = json ?? parameters.body
  const body = fieldsOf(context, fields, text)
  return body === undefined
    ? text !== undefined && typeof text !== 'string'
      ? { body: translateValue(text, references) }
      : {}
    : { body }
}

const textBody = ({ source, references }: Context, type: string): Body => ({
  body: translateValue(String(source.parameters.body ?? ''), references),
  contentType: 'text',
  contentHeaders: { 'Content-Type': type },
})

const unsupported: Record<string, string> = {
  allowUnauthorizedCerts: 'Certificates are always verified here.',
  batching: 'It sent its requests in batches with pauses. Use a loop with a wait.',
  batchInterval: 'It sent its requests in batches with pauses. Use a loop with a wait.',
  pagination: 'It read all pages of the result. Here only the first one is read; use a loop.',
  proxy: 'It used a proxy, which nodes do not here.',
}

function optionsOf({ source, note, isLast }: Context): { settings: Parameters; isFull: boolean } {
  const { parameters } = source
  const options: Parameters = { ...recordOf(parameters.options) }
  const response = recordOf(recordOf(options.response).response)
  if (parameters.allowUnauthorizedCerts === true) options.allowUnauthorizedCerts = true
  const messages = Object.keys(options).flatMap((name) =>
    Object.hasOwn(unsupported, name) ? [unsupported[name]!] : [],
  )
  for (const message of new Set(messages)) note(message)
  const redirect = recordOf(recordOf(options.redirect).redirect)
  if (redirect.followRedirects === false || options.followRedirect === false)
    note('It did not follow redirects. Redirects are always followed here.')
  const isFull = response.fullResponse === true || options.fullResponse === true
  const neverFails = response.neverError === true || options.ignoreResponseCode === true
  if (neverFails)
    note('It continued with the response when the service returned an error. Here the output is null then.')
  if (response.responseFormat === 'file' || parameters.responseFormat === 'file')
    note('It kept the response as a file of n8n. Here `body` has the file as it is stored.')
  if (!isFull && !isLast)
    note(
      'A response that is a list is one value here. n8n made an item of each element: use `forEach` behind it.',
    )
  const { timeout } = options
  return {
    settings: {
      ...(typeof timeout === 'number' && timeout >= 100
        ? { timeoutSec: Math.min(86_400, timeout / 1_000) }
        : {}),
      ...(neverFails ? { onError: 'continue' } : {}),
    },
    isFull,
  }
}
