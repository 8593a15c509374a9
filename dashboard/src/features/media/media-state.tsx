import type { MediaJob } from '@stoa/sdk'
import { Status, type StatusKind } from '../../components/feedback/status.tsx'

export const mediaStates: Record<MediaJob['status'], { label: string; kind: StatusKind }> = {
  queued: { label: 'Queued', kind: 'warn' },
  running: { label: 'Running', kind: 'warn' },
  succeeded: { label: 'Succeeded', kind: 'good' },
  failed: { label: 'Failed', kind: 'bad' },
  cancelled: { label: 'Cancelled', kind: 'off' },
}

export const MediaState = ({ status }: Pick<MediaJob, 'status'>) => (
  <Status kind={mediaStates[status].kind}>{mediaStates[status].label}</Status>
)
