import type { LlmCall } from '@stoa/sdk'
import { Status, type StatusKind } from '../../../components/feedback/status.tsx'

export const callStates: Record<LlmCall['status'], { label: string; kind: StatusKind }> = {
  running: { label: 'Running', kind: 'warn' },
  succeeded: { label: 'Succeeded', kind: 'good' },
  failed: { label: 'Failed', kind: 'bad' },
  cancelled: { label: 'Cancelled', kind: 'off' },
}

export const CallState = ({ status }: Pick<LlmCall, 'status'>) => (
  <Status kind={callStates[status].kind}>{callStates[status].label}</Status>
)

export const kindNames: Record<LlmCall['kind'], string> = {
  chat: 'Chat',
  generate: 'Text',
  embedding: 'Embedding',
}
