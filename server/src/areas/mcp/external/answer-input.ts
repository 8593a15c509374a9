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
// A server that asks for nothing wants the call again later.
const pauseMs = 250

/**
 * Calls a tool whose server may ask its client for input before it responds. Nothing is offered to servers, so none should. To
 * one that does, no one is here: its questions are cancelled, so that the tool returns what it makes of that.
 */
export async function callTool(client: Client, call: Call, options: Options): Promise<CallToolResult> {
  const send = async (params: object): Promise<CallToolResult | InputRequiredResult> =>
    client.callTool({ ...call, ...params }, { ...options, allowInputRequired: true })
  let result = await send({})
  for (let round = 0; isInputRequiredResult(result); round++) {
    if (round === maxRounds) throw refused('asks for input again and again')
    const { inputRequests = {}, requestState } = result
    const inputResponses = responsesTo(inputRequests)
    const isAsked = Object.keys(inputResponses).length > 0
    if (!isAsked) await wait(pauseMs, undefined, { signal: options.signal })
    result = await send({
      ...(isAsked ? { inputResponses } : {}),
      // It is the server's own, and goes back as it came.
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
      throw refused('asks its client for a model')
    }),
  )

const refused = (what: string) =>
  new AppError('upstream_error', `The tool of the MCP server ${what}, which Stoa does not offer`)
