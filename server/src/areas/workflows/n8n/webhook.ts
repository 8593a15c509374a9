import { listOf, outputOf, recordOf, type Translator } from './context.ts'
import { kindOf, type N8nWorkflow, type SourceNode } from './source.ts'

export const isWebhook = (node: SourceNode): boolean => kindOf(node) === 'webhook'

/**
 * A request as n8n passes it on: headers, query and body beside one another. An execution that is started by hand has the body as its
 * input, or the whole of it.
 */
export const translateWebhook: Translator = ({ id, source, workflow, note }) => {
  const { httpMethod = 'GET', authentication = 'none', path, options, responseMode } = source.parameters
  const methods = [httpMethod].flat().map(String)
  if (methods.some((method) => method !== 'POST'))
    note(`It took ${methods.join(', ')} requests. Webhooks take POST here, also with a query in the URL.`)
  if (authentication !== 'none')
    note('It checked the credentials of its callers. Select a `signature` for the trigger instead.')
  if (/\/:/.test(String(path ?? ''))) note('Its path had parameters. Send them in the query or the body.')
  const { rawBody, binaryData, ipWhitelist, allowedOrigins, ignoreBots, responseData, ...others } =
    recordOf(options)
  const lost = Object.keys({ rawBody, binaryData, ipWhitelist, allowedOrigins, ignoreBots }).filter(
    (name) => recordOf(options)[name] !== undefined,
  )
  if (lost.length > 0) note(`Its options ${lost.join(', ')} have no counterpart here.`)
  const isImmediate = responseMode === undefined || responseMode === 'onReceived'
  if (isImmediate && (responseData !== undefined || 'responseCode' in others || 'responseHeaders' in others))
    note('It responded immediately, with a response that it set. Without `respond` the response is 202 here.')
  if (readsCredentials(workflow))
    note(
      'Headers with credentials and signatures are not passed to workflows. Select a `signature` for the trigger.',
    )
  return {
    nodes: [
      {
        id,
        type: 'set',
        values: {
          headers: '{{ trigger.payload.headers ?? input.headers ?? {} }}',
          params: {},
          query: '{{ trigger.payload.query ?? input.query ?? {} }}',
          body: '{{ trigger.payload ? trigger.payload.body : input.body ?? input }}',
        },
      },
    ],
    data: { ref: outputOf(id), isList: false },
  }
}

const credentials = /headers(?:\.|\[\\?["'])(?:authorization|cookie|x-api-key|[\w-]*signature)/i
const readsCredentials = ({ nodes }: N8nWorkflow): boolean =>
  nodes.some(({ parameters }) => credentials.test(JSON.stringify(parameters)))

/** The configuration of the trigger here. */
export function webhookConfig({ parameters: { responseMode } }: SourceNode): Record<string, unknown> {
  return { signature: 'none', respond: responseMode === 'lastNode' || responseMode === 'responseNode' }
}

/** How the last node responds, where the webhook waits for it; null where it does not. */
export function lastNodeResponse({ parameters }: SourceNode) {
  if (parameters.responseMode !== 'lastNode') return null
  const { responseData = 'firstEntryJson' } = parameters
  const { responsePropertyName, ...options } = recordOf(parameters.options)
  return {
    isAll: responseData === 'allEntries',
    isEmpty: responseData === 'noData',
    property: typeof responsePropertyName === 'string' ? responsePropertyName : null,
    options,
    hasHeaders:
      listOf(recordOf(options.responseHeaders).entries).length > 0 || options.responseCode !== undefined,
  }
}
