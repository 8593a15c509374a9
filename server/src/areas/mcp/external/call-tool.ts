import { setTimeout as wait } from 'node:timers/promises'
import {
  type CallToolResult,
  type Client,
  type InputRequiredResult,
  type InputResponses,
  isInputRequiredResult,
} from '@modelcontextprotocol/client'
import { AppError } from '../../../kernel/errors.ts'

type Call = { name: string; arguments: Record<string, unknown> }
type Options = { timeout: number; signal: AbortSignal }

const maxRounds = 10
// A server without requests wants the call again later.
const pauseMs = 250

/**
 * Calls a tool whose server may request input of its client before it responds. Stoa declares no such capability. It
 * cancels the requests of a server that sends them anyway, so that the tool can end by itself.
 */
export async function callTool(client: Client, call: Call, options: Options): Promise<CallToolResult> {
  const send = async (params: object): Promise<CallToolResult | InputRequiredResult> =>
    client.callTool({ ...call, ...params }, { ...options, allowInputRequired: true })
  let result = await send({})
  for (let round = 0; isInputRequiredResult(result); round++) {
    if (round === maxRounds) throw refused('requests input again and again')
    const { inputRequests = {}, requestState } = result
    const inputResponses = responsesTo(inputRequests)
    const hasRequests = Object.keys(inputResponses).length > 0
    if (!hasRequests) await wait(pauseMs, undefined, { signal: options.signal })
    result = await send({
      ...(hasRequests ? { inputResponses } : {}),
      // The protocol wants it back unchanged.
      ...(requestState === undefined ? {} : { requestState }),
    })
  }
  return result
}

const responsesTo = (requests: NonNullable<InputRequiredResult['inputRequests']>): InputResponses =>
  Object.fromEntries(
    Object.entries(requests).map(([key, { method }]) => {
      if (method === 'elicitation/create') return [key, { action: 'cancel' }]
      if (method === 'roots/list') return [key, { roots: [] }]
      throw refused('requests a model of its client')
    }),
  )

const refused = (what: string) =>
  new AppError('upstream_error', `The tool of the MCP server ${what}, which Stoa does not offer`)
