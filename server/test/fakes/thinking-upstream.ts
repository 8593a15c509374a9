import type { ServerResponse } from 'node:http'
import { tellAnthropic, tellGoogle, tellResponses } from './model-apis.ts'
import { type Behaviour, failing, startModelUpstream, type UpstreamRequest } from './model-upstream.ts'

/**
 * Vendors whose models think before they call a tool, and who refuse the turn in which what they signed or sealed does
 * not come back as it was.
 */
export const startThinkingUpstream = () =>
  startModelUpstream({
    'claude-sonnet-4-5': semaphore(hasSignedThoughts, anthropicCall, anthropicText),
    'gpt-5-mini': semaphore(hasSealedReasoning, openAiCall, openAiText),
    '/v1/models/gemini-2.5-flash:generateContent': semaphore(hasSignedCall, googleCall, googleText),
    '/v1/models/gemini-2.5-flash:streamGenerateContent?alt=sse': semaphore(
      hasSignedCall,
      googleCall,
      googleText,
    ),
  })

type Tell = (response: ServerResponse, isStreamed: boolean) => void
type Body = UpstreamRequest['body']

const semaphore =
  (isWhole: (body: Body) => boolean, call: Tell, say: Tell): Behaviour =>
  (response, request) => {
    const isStreamed = request.body.stream === true || request.path.includes('streamGenerateContent')
    if (!isSecond(request)) return call(response, isStreamed)
    if (!isWhole(request.body)) return failing(400, 'a thought is missing or was changed')(response, request)
    return say(response, isStreamed)
  }

const isSecond = ({ body }: UpstreamRequest): boolean =>
  /"(tool_result|function_call_output|functionResponse)"/.test(JSON.stringify(body))

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function hasSignedThoughts({ messages }: Body): boolean {
  const turn = messages.find(({ role }: Body) => role === 'assistant')
  return same(turn.content.slice(0, 2), [
    { type: 'thinking', thinking: 'I add.', signature: 'signed-by-a' },
    { type: 'redacted_thinking', data: 'sealed-by-a' },
  ])
}

function hasSealedReasoning({ input, store }: Body): boolean {
  const at = input.findIndex(({ type }: Body) => type === 'reasoning')
  return (
    store === false &&
    input[at]?.encrypted_content === 'sealed-by-o' &&
    input[at].id === 'rs_1' &&
    input[at + 1].type === 'function_call' &&
    !input.some(({ type }: Body) => type === 'item_reference')
  )
}

const hasSignedCall = ({ contents }: Body): boolean =>
  contents.some(({ parts }: Body) =>
    parts.some(
      ({ functionCall, thoughtSignature }: Body) => functionCall && thoughtSignature === 'signed-by-g',
    ),
  )

const anthropicCall: Tell = (response, isStreamed) =>
  tellAnthropic(
    response,
    isStreamed,
    [
      { type: 'thinking', thinking: 'I add.', signature: 'signed-by-a' },
      { type: 'redacted_thinking', data: 'sealed-by-a' },
      { type: 'tool_use', id: 'call_1', name: 'add', input: { a: 1 } },
    ],
    'tool_use',
  )

const anthropicText: Tell = (response, isStreamed) =>
  tellAnthropic(response, isStreamed, [{ type: 'text', text: 'It is 2.' }], 'end_turn')

const openAiCall: Tell = (response, isStreamed) =>
  tellResponses(response, isStreamed, [
    {
      id: 'rs_1',
      type: 'reasoning',
      encrypted_content: 'sealed-by-o',
      summary: [{ type: 'summary_text', text: 'I add.' }],
    },
    {
      id: 'fc_1',
      type: 'function_call',
      call_id: 'call_1',
      name: 'add',
      arguments: '{"a":1}',
      status: 'completed',
    },
  ])

const openAiText: Tell = (response, isStreamed) =>
  tellResponses(response, isStreamed, [
    {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'It is 2.', annotations: [] }],
    },
  ])

const googleCall: Tell = (response, isStreamed) =>
  tellGoogle(response, isStreamed, [
    { text: 'I add.', thought: true },
    { functionCall: { name: 'add', args: { a: 1 } }, thoughtSignature: 'signed-by-g' },
  ])

const googleText: Tell = (response, isStreamed) => tellGoogle(response, isStreamed, [{ text: 'It is 2.' }])
