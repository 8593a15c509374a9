import type { HumanRequests } from '../../service/human-requests.ts'
import {
  anything,
  type BuiltInToolkit,
  choice,
  integer,
  invalid,
  list,
  record,
  result,
  shape,
  ToolFailure,
  text,
  tool,
} from '../tool.ts'

const requestId = text('The id of the question.', { format: 'uuid' })
const state = {
  requestId,
  status: choice('The status.', ['waiting', 'answered', 'expired', 'cancelled']),
  answer: anything('The answer, null while there is none.'),
  expiresAt: text('Until when it can be answered.'),
}

export function createHumanToolkit({ requests }: { requests: HumanRequests }): BuiltInToolkit {
  const visible = ({
    id,
    status,
    answer,
    expiresAt,
  }: {
    id: string
    status: string
    answer: unknown
    expiresAt: string
  }) => ({ requestId: id, status, answer: answer ?? null, expiresAt })
  return {
    slug: 'human',
    name: 'Ask a human',
    description: 'Asks a human a question and returns for the answer later.',
    category: 'collaboration-&-communication',
    tools: [
      tool<{
        question: string
        options?: string[]
        context?: Record<string, unknown>
        expiresInSeconds: number
      }>({
        operation: 'ask',
        name: 'Ask a human',
        description:
          'Asks a human a question, optionally with choices. Returns immediately with status waiting and an id; poll for the answer with human_check. Use it before anything that cannot be undone.',
        input: shape({
          question: text('The question, with everything needed to decide.', {
            minLength: 1,
            maxLength: 10_000,
          }),
          'options?': list(
            'The choices; without any the answer is free text.',
            text('A choice.', { maxLength: 500 }),
            { minItems: 1, maxItems: 20 },
          ),
          'context?': record('Facts to show beside the question.'),
          'expiresInSeconds?': integer('How long it can be answered.', {
            default: 86_400,
            minimum: 60,
            maximum: 2_592_000,
          }),
        }),
        output: result(state),
        effect: 'write',
        isImportant: true,
        example: { arguments: { question: 'Send the invoice to Ada?', options: ['Yes', 'No'] } },
        run: async (args, { scope, executionId }) =>
          visible(await requests.ask(scope, { ...args, executionId: executionId ?? null })),
      }),
      tool<{ requestId: string }>({
        operation: 'check',
        name: 'Check for the answer',
        description: 'Checks whether a question has been answered, and how.',
        input: shape({ requestId }),
        output: result(state),
        effect: 'read',
        example: { arguments: { requestId: '0199f1a0-0000-7000-8000-000000000001' } },
        run: async ({ requestId: id }, { scope }) => {
          const found = await requests.find(scope, id)
          if (!found) throw new ToolFailure('not_found', 'Human request not found.')
          return visible(found)
        },
      }),
      tool<{ requestId: string }>({
        operation: 'cancel',
        name: 'Take a question back',
        description: 'Cancels a question that no longer needs an answer.',
        input: shape({ requestId }),
        output: result(state),
        effect: 'delete',
        example: { arguments: { requestId: '0199f1a0-0000-7000-8000-000000000001' } },
        run: async ({ requestId: id }, { scope }) => {
          const cancelled = await requests.cancel(scope, id)
          if (!cancelled) throw invalid('The question is not waiting any more.')
          return visible(cancelled)
        },
      }),
    ],
  }
}
