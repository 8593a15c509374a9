import type { Message } from '../../threads/index.ts'
import type { LogEvent } from './log.ts'
import { reasoningOf, textOf } from './messages.ts'

export type Frame = { type: string; [field: string]: unknown }

type Piece = Extract<LogEvent, { type: 'message.start' | 'text' | 'reasoning' | 'args' }>

/** What an agent says, in the events of AG-UI: messages, reasoning and calls are opened, continued and closed. */
export function createAgUiSpace(subagentRunId: string | null) {
  let text: string | null = null
  let reasoning: string | null = null
  let isInStep = false
  const calls = new Set<string>()
  const streamed = new Set<string>()
  const tag = subagentRunId === null ? {} : { subagentRunId }
  const frame = (type: string, fields: object): Frame => ({ type, ...fields, ...tag })

  function closeText(): Frame[] {
    const messageId = text
    text = null
    return messageId === null ? [] : [frame('TEXT_MESSAGE_END', { messageId })]
  }

  function closeReasoning(): Frame[] {
    const messageId = reasoning
    reasoning = null
    return messageId === null
      ? []
      : [frame('REASONING_MESSAGE_END', { messageId }), frame('REASONING_END', { messageId })]
  }

  function closeCalls(): Frame[] {
    const open = [...calls]
    calls.clear()
    return open.map((toolCallId) => frame('TOOL_CALL_END', { toolCallId }))
  }

  function close(): Frame[] {
    const step = isInStep ? [frame('STEP_FINISHED', { stepName: 'model' })] : []
    isInStep = false
    return [...closeReasoning(), ...closeText(), ...closeCalls(), ...step]
  }

  function addText(id: string, delta: string): Frame[] {
    if (delta === '') return []
    streamed.add(id)
    const isNew = text !== id
    const before = isNew ? [...closeReasoning(), ...closeText()] : []
    text = id
    return [
      ...before,
      ...(isNew ? [frame('TEXT_MESSAGE_START', { messageId: id, role: 'assistant' })] : []),
      frame('TEXT_MESSAGE_CONTENT', { messageId: id, delta }),
    ]
  }

  function addReasoning(id: string, delta: string): Frame[] {
    if (delta === '') return []
    const messageId = `${id}:reasoning`
    streamed.add(messageId)
    const isNew = reasoning !== messageId
    const before = isNew ? closeReasoning() : []
    reasoning = messageId
    const opened = [
      frame('REASONING_START', { messageId }),
      frame('REASONING_MESSAGE_START', { messageId, role: 'reasoning' }),
    ]
    return [...before, ...(isNew ? opened : []), frame('REASONING_MESSAGE_CONTENT', { messageId, delta })]
  }

  function addArgs(id: string, toolCallId: string, toolCallName: string, delta: string): Frame[] {
    const isNew = !calls.has(toolCallId)
    calls.add(toolCallId)
    streamed.add(toolCallId)
    return [
      ...(isNew
        ? [
            ...closeReasoning(),
            ...closeText(),
            frame('TOOL_CALL_START', { toolCallId, toolCallName, parentMessageId: id }),
          ]
        : []),
      ...(delta === '' ? [] : [frame('TOOL_CALL_ARGS', { toolCallId, delta })]),
    ]
  }

  function begin(): Frame[] {
    const before = close()
    isInStep = true
    return [...before, frame('STEP_STARTED', { stepName: 'model' })]
  }

  return {
    close,
    piece(event: Piece): Frame[] {
      switch (event.type) {
        case 'message.start':
          return begin()
        case 'text':
          return addText(event.data.id, event.data.d)
        case 'reasoning':
          return addReasoning(event.data.id, event.data.d)
        case 'args':
          return addArgs(event.data.id, event.data.call, event.data.name ?? '', event.data.d)
      }
    },
    /** What did not come in pieces comes as one. */
    whole(message: Message): Frame[] {
      const { id, role, toolCalls = [] } = message
      if (role !== 'ai') return []
      return [
        ...(streamed.has(`${id}:reasoning`) ? [] : addReasoning(id, reasoningOf(message))),
        ...(streamed.has(id) ? [] : addText(id, textOf(message))),
        ...toolCalls.flatMap((call) =>
          streamed.has(call.id) ? [] : addArgs(id, call.id, call.name, JSON.stringify(call.arguments)),
        ),
        ...close(),
      ]
    },
    result: ({ call, message }: { call: string; message: Message }): Frame[] => [
      frame('TOOL_CALL_RESULT', {
        messageId: message.id,
        toolCallId: call,
        role: 'tool',
        content: textOf(message),
        metadata: { status: message.status ?? 'success' },
      }),
    ],
  }
}
