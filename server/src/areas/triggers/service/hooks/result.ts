import type { RawReply } from '../../../../kernel/http/endpoint.ts'
import type { WaitedFor } from '../../../workflows/index.ts'
import type { TriggerRow } from '../../schema/trigger.ts'

export type Accepted = {
  trigger: TriggerRow
  invocationId: string
  /** The execution, once it has started on this node; null where it did not. */
  started: Promise<WaitedFor | null>
}

export type HookResult =
  | { kind: 'challenge'; text: string }
  | { kind: 'handshake'; reply: RawReply }
  | { kind: 'ignored' }
  | { kind: 'duplicate'; invocationId: string }
  | ({ kind: 'accepted' } & Accepted)
