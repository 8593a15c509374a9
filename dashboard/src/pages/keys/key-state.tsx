import type { ApiKey } from '@stoa/sdk'
import { Status, type StatusKind } from '../../components/feedback/status.tsx'

const kinds: Record<ApiKey['state'], { kind: StatusKind; label: string }> = {
  active: { kind: 'good', label: 'Active' },
  rotating: { kind: 'warn', label: 'Rotating' },
  expired: { kind: 'bad', label: 'Expired' },
  revoked: { kind: 'off', label: 'Revoked' },
}

export const KeyState = ({ state }: { state: ApiKey['state'] }) => (
  <Status kind={kinds[state].kind}>{kinds[state].label}</Status>
)

export const KeyValue = ({ apiKey }: { apiKey: Pick<ApiKey, 'prefix' | 'suffix'> }) => (
  <span className="mono small">
    {apiKey.prefix}…{apiKey.suffix}
  </span>
)
