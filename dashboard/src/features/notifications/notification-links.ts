import type { NotificationItem } from '@stoa/sdk'
import type { StatusKind } from '../../components/feedback/status.tsx'
import { href } from '../../href.ts'
import { connectionRoutes } from '../../pages/connections/routes.ts'
import { questionRoutes } from '../../pages/questions/routes.ts'
import { tableRoutes } from '../../pages/tables/routes.ts'
import { triggerRoutes } from '../../pages/triggers/routes.ts'
import { usageRoutes } from '../../pages/usage/routes.ts'
import { workflowRoutes } from '../../pages/workflows/routes.ts'
import { sourceUrl } from '../knowledge/knowledge-api.ts'

type Subject = Pick<NotificationItem, 'kind' | 'id' | 'parentId'>

/** Where something that broke or waits is shown. */
export const noticeUrl = ({ kind, id, parentId }: Subject): string =>
  ({
    execution: () => href(workflowRoutes.execution, { id }),
    connection: () => href(connectionRoutes.detail, { id }),
    trigger: () => href(triggerRoutes.detail, { id }),
    source: () => sourceUrl(parentId ?? '', id),
    cap: () => usageRoutes.caps,
    approval: () => href(workflowRoutes.execution, { id }),
    question: () => href(questionRoutes.detail, { id }),
    proposal: () => href(tableRoutes.proposals, { id: parentId ?? '' }),
  })[kind]()

export const noticeNouns: Record<NotificationItem['kind'], string> = {
  execution: 'Workflow',
  connection: 'Account',
  trigger: 'Trigger',
  source: 'Source',
  cap: 'Cap',
  approval: 'Approval',
  question: 'Question',
  proposal: 'Proposed change',
}

export const noticeStates: Record<NotificationItem['state'], { kind: StatusKind; label: string }> = {
  failed: { kind: 'bad', label: 'Failed' },
  stopped: { kind: 'warn', label: 'Stopped' },
  expired: { kind: 'bad', label: 'Expired' },
  expiring: { kind: 'warn', label: 'Expires' },
  disabled: { kind: 'off', label: 'Disabled' },
  blocking: { kind: 'bad', label: 'Blocks work' },
  waiting: { kind: 'warn', label: 'Waiting' },
}
