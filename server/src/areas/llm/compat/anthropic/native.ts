import { AppError, type ErrorDetail, type IgnoreFields } from '../../../../kernel/errors.ts'
import type { NativeRequest } from '../../schema/call-request.ts'
import { decodeSignature } from '../../schema/thought.ts'
import { type CountTokensBody, isKnownBlock, isOwnTool, MessagesBody, type Turn } from './shape.ts'

type Body = CountTokensBody & Record<string, unknown>
type Headers = Readonly<Record<string, string | undefined>>

const defaultVersion = '2023-06-01'

/** The request for Anthropic as it came. Other providers get what our words have of it. */
export function nativeRequest(
  body: Body,
  headers: Headers,
  ignoreFields: IgnoreFields = () => undefined,
): NativeRequest {
  const beta = headers['anthropic-beta']
  let hasLeft = false
  return {
    kind: 'anthropic',
    body: { ...body, messages: body.messages.flatMap((turn) => withOwnThoughts(turn) ?? []) },
    headers: {
      'anthropic-version': headers['anthropic-version'] ?? defaultVersion,
      ...(beta === undefined ? {} : { 'anthropic-beta': beta }),
    },
    leave() {
      refuseUntranslatable(body)
      if (hasLeft) return
      ignoreFields(
        Object.keys(body).flatMap((name) => (name in MessagesBody.shape ? [] : [ignored(name)])),
        'Remove the field, or use a model of Anthropic.',
      )
      hasLeft = true
    },
  }
}

const ignored = (name: string): ErrorDetail => ({
  in: 'body',
  path: `/${name}`,
  rule: 'supported',
  message: 'has no effect with a model of another provider',
})

/** Signatures of other vendors came from here, and Anthropic refuses a request that has them. */
function withOwnThoughts(turn: Turn): Turn | null {
  const { role, content } = turn
  if (role !== 'assistant' || typeof content === 'string') return turn
  const kept = content.flatMap((block) => {
    if (!isKnownBlock(block)) return [block]
    if (block.type === 'thinking')
      return decodeSignature(block.signature)?.vendor === 'anthropic' ? [block] : []
    if (block.type !== 'tool_use') return [block]
    const { signature: _, ...call } = block
    return [call]
  })
  return kept.length === 0 ? null : { ...turn, content: kept }
}

function refuseUntranslatable({ messages, tools }: Body): void {
  for (const [index, { type }] of (tools ?? []).entries())
    if (!isOwnTool(type)) throw refused(`/tools/${index}/type`, `Tools of type ${type!.slice(0, 50)}`)
  for (const [index, { content }] of messages.entries())
    if (typeof content !== 'string') refuseBlocks(content, `/messages/${index}/content`)
}

function refuseBlocks(blocks: Exclude<Turn['content'], string>, path: string): void {
  for (const [index, block] of blocks.entries()) {
    const at = `${path}/${index}`
    if (!isKnownBlock(block)) throw refused(`${at}/type`, `Blocks of type ${block.type}`)
    if (block.type === 'document' && block.citations?.enabled) throw refused(`${at}/citations`, 'Citations')
    if (block.type === 'tool_result' && Array.isArray(block.content))
      refuseBlocks(block.content, `${at}/content`)
  }
}

const refused = (path: string, subject: string): AppError => {
  const message = `${subject} are not supported by the provider of this model`
  return new AppError('unsupported_parameter', message, {
    details: [{ in: 'body', path, rule: 'supported', message }],
    hint: 'Remove them, or use a model of Anthropic.',
  })
}
