import { atAddress, type Content, type Message, signatureOf, thoughtsOf } from '../../schema/message.ts'
import { decodeSignature, type Thought } from '../../schema/thought.ts'
import { type Block, isKnownBlock, type Source, type Turn, type VisibleBlock } from './shape.ts'

/** The conversation in our words. */
export function toMessages(system: string | { text: string }[] | null, turns: readonly Turn[]): Message[] {
  const text = typeof system === 'string' ? system : (system ?? []).map((block) => block.text).join('\n\n')
  return [...(text === '' ? [] : [{ role: 'system' as const, text }]), ...turns.flatMap(toTurn)]
}

function toTurn({ role, content }: Turn): Message[] {
  const blocks: Block[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : content.filter(isKnownBlock<Block>)
  if (role !== 'user') {
    const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
    if (role === 'system') return [{ role, text }]
    const toolCalls = blocks.flatMap((block) =>
      block.type === 'tool_use'
        ? [{ id: block.id, name: block.name, arguments: block.input, ...signatureOf(block.signature) }]
        : [],
    )
    return [{ role, text, toolCalls, ...thoughtsOf(thoughtsIn(blocks)) }]
  }
  const results: Message[] = []
  const visible: Content[] = []
  for (const block of blocks) {
    if (block.type === 'tool_result') {
      const parts =
        typeof block.content === 'string'
          ? []
          : (block.content ?? []).filter(isKnownBlock<VisibleBlock>).map(toContent)
      const words = typeof block.content === 'string' ? block.content : textIn(parts)
      results.push({
        role: 'tool',
        toolCallId: block.tool_use_id,
        toolName: null,
        text: block.is_error ? `Error: ${words}` : words,
      })
      // A result is text to most providers; images in it are shown right after.
      visible.push(...parts.filter(({ type }) => type !== 'text'))
    } else if (block.type === 'text' || block.type === 'image' || block.type === 'document')
      visible.push(toContent(block))
  }
  return visible.length > 0 ? [...results, { role: 'user', content: visible }] : results
}

/** Each at its place among what the model said and called. */
function thoughtsIn(blocks: readonly Block[]): Thought[] {
  const thoughts: Thought[] = []
  let hasText = false
  let calls = 0
  for (const block of blocks) {
    const place = Number(hasText) + calls
    if (block.type === 'thinking')
      thoughts.push({ text: block.thinking, place, signature: decodeSignature(block.signature) })
    else if (block.type === 'redacted_thinking')
      thoughts.push({ text: '', place, signature: { vendor: 'anthropic', redactedData: block.data } })
    else if (block.type === 'text') hasText ||= block.text !== ''
    else calls++
  }
  return thoughts
}

const textIn = (content: readonly Content[]): string =>
  content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')

function toContent(block: VisibleBlock): Content {
  if (block.type === 'text') return { type: 'text', text: block.text }
  return fromSource(block.source, block.type === 'document' ? (block.title ?? null) : null)
}

function fromSource(source: Source, name: string | null): Content {
  switch (source.type) {
    case 'url':
      return atAddress(source.url)
    case 'file':
      return { type: 'file-id', fileId: source.file_id }
    case 'text':
      return { type: 'file', mediaType: 'text/plain', name, bytes: Buffer.from(source.data) }
    default:
      return { type: 'file', mediaType: source.media_type, name, bytes: Buffer.from(source.data, 'base64') }
  }
}
