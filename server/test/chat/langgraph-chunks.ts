import type { Message } from '@langchain/langgraph-sdk'

/** What LangGraph's official client gives of a stream. */
export type Chunk = { event: string; data: unknown; id?: string }

/** A stream, until its reader has seen enough or it has ended. */
export async function read(
  stream: AsyncIterable<Chunk>,
  isEnough: (chunks: readonly Chunk[]) => boolean = () => false,
): Promise<Chunk[]> {
  const chunks: Chunk[] = []
  for await (const chunk of stream) {
    chunks.push(chunk)
    if (isEnough(chunks)) break
  }
  return chunks
}

/** The text of tuples, put together as the clients do. */
export const streamedText = (chunks: readonly Chunk[]) =>
  chunks
    .filter(({ event }) => event === 'messages')
    .map(({ data }) => (data as [Message])[0])
    .filter(({ type }) => (type as string) === 'AIMessageChunk')
    .map(({ content }) => content)
    .join('')

export const textsOf = (values: unknown) =>
  (values as { messages: Message[] }).messages.map(({ content }) => content)

export const messagesOf = (text: string) => ({ messages: [{ type: 'human', content: text }] })

export const decide = (...decisions: object[]) => ({ command: { resume: { decisions } } })
