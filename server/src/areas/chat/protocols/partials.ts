import type { LogEvent } from './log.ts'

type Delta = Extract<LogEvent, { type: 'text' | 'reasoning' | 'args' }>

type Partial = { text: string; reasoning: string; calls: Map<string, { name: string; args: string }> }

/** Messages that come in pieces, put together as far as they are. */
export function createPartials() {
  const open = new Map<string, Partial>()

  const chunkOf = (id: string, more: object) => ({
    id,
    type: 'AIMessageChunk',
    content: '',
    tool_call_chunks: [],
    additional_kwargs: {},
    response_metadata: {},
    ...more,
  })

  function addArgs(partial: Partial, { id, call, name, d }: Extract<Delta, { type: 'args' }>['data']) {
    const known = partial.calls.get(call)
    const index = known ? [...partial.calls.keys()].indexOf(call) : partial.calls.size
    partial.calls.set(call, { name: known?.name ?? name ?? '', args: (known?.args ?? '') + d })
    // Only the first piece has the id and the name: clients join the texts of those that follow.
    const first = known ? {} : { id: call, name: name ?? '' }
    return chunkOf(id, {
      tool_call_chunks: [{ ...first, args: d, index, type: 'tool_call_chunk' }],
    })
  }

  function add(partial: Partial, event: Delta): object {
    if (event.type === 'args') return addArgs(partial, event.data)
    const { id, d } = event.data
    if (event.type === 'text') {
      partial.text += d
      return chunkOf(id, { content: d })
    }
    partial.reasoning += d
    return chunkOf(id, { additional_kwargs: { reasoning_content: d } })
  }

  return {
    has: (id: string) => open.has(id),
    end: (id: string) => void open.delete(id),
    add(event: Delta): { chunk: object; isFirst: boolean; soFar: object } {
      const { id } = event.data
      const isFirst = !open.has(id)
      const partial = open.get(id) ?? { text: '', reasoning: '', calls: new Map() }
      open.set(id, partial)
      const chunk = add(partial, event)
      return { chunk, isFirst, soFar: { ...chunkOf(id, { type: 'ai' }), content: partial.text } }
    },
  }
}

export type Partials = ReturnType<typeof createPartials>
