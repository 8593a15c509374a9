import type { LlmCall } from '@stoa/sdk'
import { Status, type StatusKind } from '../../../parts/status.tsx'

export const callStates: Record<LlmCall['status'], { label: string; kind: StatusKind }> = {
  running: { label: 'Running', kind: 'warn' },
  succeeded: { label: 'Succeeded', kind: 'good' },
  failed: { label: 'Failed', kind: 'bad' },
  cancelled: { label: 'Cancelled', kind: 'off' },
}

export const CallState = ({ status }: Pick<LlmCall, 'status'>) => (
  <Status kind={callStates[status].kind}>{callStates[status].label}</Status>
)

export const endings: Record<NonNullable<LlmCall['finishReason']>, string> = {
  stop: 'it had said everything',
  length: 'it reached the most tokens it may use',
  tool_calls: 'it asks for tools',
  content_filter: 'the provider held the rest back',
  error: 'it broke off',
  budget: 'it reached the quoted price',
}

export const kindNames: Record<LlmCall['kind'], string> = {
  chat: 'Chat',
  generate: 'Text',
  embedding: 'Embedding',
}
