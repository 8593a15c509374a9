import type { Endpoint } from '../../../kernel/http/endpoint.ts'

/** Under which path the routes are, and whether their responses are bare whatever the caller requests. */
export type Surface = { base: `/${string}`; area: string; isBare: boolean }

export const graphify: Surface = { base: '/api/v1/graphify', area: 'Chat', isBare: false }
export const langgraph: Surface = { base: '/api/v1/langgraph', area: 'LangGraph-compatible', isBare: true }

/** Whether the response is bare: on the compatible surface always, else for callers that request it. */
export const isBareCall = (
  surface: Surface,
  headers: Readonly<Record<string, string | undefined>>,
): boolean => surface.isBare || headers['x-raw-response'] === 'true'

type Shared = Pick<Endpoint, 'area' | 'access'>
export const shared = ({ area }: Surface): Shared => ({ area, access: 'end-user' })

export const exampleThreadId = '01985c3e-4a8d-7cc1-9a2e-5d1f3b7a9c10'
export const exampleRunId = '01985c3e-5b21-7d40-8a11-0c9b2f6e4d31'
export const exampleAgentId = '01985c3e-1f00-7a55-b2c4-7e8d9f0a1b2c'
export const exampleUserId = '01985c3e-0a10-7b11-8c22-9d33ae44bf55'
export const exampleAt = '2026-07-30T09:15:00.000Z'

export const threadParams = { thread_id: exampleThreadId }
export const runParams = { thread_id: exampleThreadId, run_id: exampleRunId }

export const exampleThread = {
  id: exampleThreadId,
  thread_id: exampleThreadId,
  status: 'idle',
  metadata: { title: 'Order 1042' },
  workflowId: exampleAgentId,
  eUID: exampleUserId,
  replyMode: 'agent',
  messageCount: 2,
  lastMessageAt: exampleAt,
  creditsTotal: 0.42,
  created_at: exampleAt,
  updated_at: exampleAt,
  state_updated_at: exampleAt,
  ttl: null,
}

const exampleMessages = [
  { id: 'm1', type: 'human', content: 'Where is my order?', additional_kwargs: {}, response_metadata: {} },
  {
    id: `${exampleRunId}:0:1`,
    type: 'ai',
    content: 'It left our warehouse this morning.',
    additional_kwargs: {},
    response_metadata: { model_name: 'local/demo' },
    tool_calls: [],
    invalid_tool_calls: [],
  },
]
export const exampleValues = { messages: exampleMessages }

const checkpoint = (id: string) => ({
  thread_id: exampleThreadId,
  checkpoint_ns: '',
  checkpoint_id: id,
  checkpoint_map: null,
})
const stateId = '01985c3e-6c10-7a10-8b20-1c2d3e4f5a6b'
export const stateParams = { thread_id: exampleThreadId, checkpoint_id: stateId }

export const exampleState = {
  values: exampleValues,
  next: [],
  tasks: [],
  metadata: { source: 'loop', step: 1, parents: {}, run_id: exampleRunId },
  created_at: exampleAt,
  checkpoint: checkpoint(stateId),
  parent_checkpoint: checkpoint('01985c3e-6b00-7a10-8b20-1c2d3e4f5a6b'),
  checkpoint_id: stateId,
}
export const exampleUpdated = { checkpoint: checkpoint(stateId), checkpoint_id: stateId }

export const exampleMessage = {
  id: 'm1',
  role: 'human',
  text: 'Where is my order?',
  status: null,
  message: exampleMessages[0],
  runId: exampleRunId,
  checkpointId: stateId,
  createdAt: exampleAt,
  feedback: [],
  branches: [],
}

export const exampleRun = {
  run_id: exampleRunId,
  thread_id: exampleThreadId,
  assistant_id: exampleAgentId,
  status: 'success',
  multitask_strategy: 'enqueue',
  metadata: {},
  usage: { credits: 0.42, breakdown: { ai_model: 0.42 } },
  error: null,
  created_at: exampleAt,
  updated_at: exampleAt,
  started_at: exampleAt,
  ended_at: exampleAt,
}

export const exampleInput = {
  workflowId: exampleAgentId,
  input: { messages: [{ type: 'human', content: 'Where is my order?' }] },
}
