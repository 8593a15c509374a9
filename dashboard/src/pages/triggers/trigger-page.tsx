import type { TriggerDetail } from '@stoa/sdk'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import Play from 'lucide-react/icons/play'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { DialogButton } from '../../components/actions/dialog-button.tsx'
import { Status } from '../../components/feedback/status.tsx'
import { DetailPage } from '../../components/layout/detail-page.tsx'
import { Card, DescriptionList } from '../../components/layout/page.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { actAs, actingHeaders } from '../../features/end-users/act-as.ts'
import { EndUserName } from '../../features/end-users/end-user-name.tsx'
import { useEndUserNames } from '../../features/end-users/use-end-user-names.ts'
import { EventNames } from '../../features/events/event-name.tsx'
import { TestTrigger } from '../../features/triggers/actions/test-trigger.tsx'
import { TriggerMenu } from '../../features/triggers/actions/trigger-menu.tsx'
import { TriggerSwitch } from '../../features/triggers/actions/trigger-switch.tsx'
import { EditTrigger } from '../../features/triggers/form/edit-trigger.tsx'
import { NextRuns } from '../../features/triggers/next-runs.tsx'
import { PauseBanner } from '../../features/triggers/pause/pause-triggers.tsx'
import {
  eventTypesOf,
  kindOf,
  summaryOf,
  triggerKinds,
  triggerTitle,
} from '../../features/triggers/trigger-kind.tsx'
import { reasonOf, TriggerState } from '../../features/triggers/trigger-state.tsx'
import {
  coveragePath,
  invocationsPath,
  statusPath,
  testPath,
  triggerPath,
} from '../../features/triggers/triggers-api.ts'
import { useWorkflowNames } from '../../features/workflows/use-workflow-names.ts'
import { workflowUrl } from '../../features/workflows/workflows-api.ts'
import { useRead } from '../../project.ts'
import { CoverageCard } from './coverage/coverage-card.tsx'
import { HookCard } from './hook-card.tsx'
import { Invocations } from './invocations/invocations.tsx'
import { triggerRoutes } from './routes.ts'

export function TriggerPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const navigate = useNavigate()
  const query = useRead(
    ['triggers', 'one', id],
    (api, signal) => actAs(api).get(triggerPath, { params: { triggerId: id }, signal }),
    { refetchInterval: 5_000 },
  )
  return (
    <DetailPage
      query={query}
      kind="Trigger"
      back={{ to: triggerRoutes.list, label: 'Triggers' }}
      head={(trigger) => ({
        title: triggerTitle(trigger),
        badge: <TriggerState trigger={trigger} />,
        about: summaryOf(trigger),
        actions: (
          <>
            <TriggerSwitch trigger={trigger} isLabelled />
            <TriggerButtons trigger={trigger} />
            <TriggerMenu trigger={trigger} onDeleted={() => void navigate({ to: triggerRoutes.list })} />
          </>
        ),
        calls: callsOf(trigger),
      })}
    >
      {(trigger) => (
        <>
          <PauseBanner />
          <Notices trigger={trigger} />
          <div className="page-sides">
            <div className="stack">
              {kindOf(trigger) === 'webhook' && <HookCard trigger={trigger} />}
              {trigger.kind !== 'webhook' && <CoverageCard trigger={trigger} />}
              <Invocations trigger={trigger} />
            </div>
            <TriggerFacts trigger={trigger} />
          </div>
        </>
      )}
    </DetailPage>
  )
}

/** Why nothing happens, or what is worth to know. */
function Notices({ trigger }: { trigger: TriggerDetail }) {
  const reason = trigger.isDisabled ? reasonOf(trigger) : null
  return (
    <>
      {reason !== null && (
        <p role="status">
          <Status kind="bad">Disabled automatically: {reason}</Status>
        </p>
      )}
      {trigger.consecutiveFailures > 0 && !trigger.isDisabled && (
        <p role="status">
          <Status kind="warn">
            {trigger.consecutiveFailures} invocations in a row could not start anything; ten disable the
            trigger
          </Status>
        </p>
      )}
    </>
  )
}

function TriggerFacts({ trigger }: { trigger: TriggerDetail }) {
  const nameOf = useWorkflowNames()
  const userNameOf = useEndUserNames([trigger.ownerId])
  const { workflowId, triggerConfig: config } = trigger
  return (
    <Card title="Details">
      <DescriptionList
        facts={[
          ['Type', triggerKinds[kindOf(trigger)].label],
          ...(kindOf(trigger) === 'event'
            ? [['Events', <EventNames key="events" types={eventTypesOf(trigger)} none="none" />] as const]
            : []),
          [
            'Starts',
            workflowId === null ? (
              <span className="muted">only publishes the event trigger.fired</span>
            ) : (
              <Link key="workflow" to={workflowUrl(workflowId)}>
                {nameOf(workflowId) ?? workflowId} {trigger.version && `(${trigger.version})`}
              </Link>
            ),
          ],
          ...(kindOf(trigger) === 'cron'
            ? [
                ['Expression', <code key="cron">{String(config.expression)}</code>] as const,
                [
                  'Next runs',
                  trigger.nextRuns.length === 0 ? (
                    <span className="muted">none</span>
                  ) : (
                    <NextRuns key="next" times={trigger.nextRuns} timeZone={String(config.timezone)} />
                  ),
                ] as const,
              ]
            : []),
          ['Runs as', <EndUserName key="owner" id={trigger.ownerId} name={userNameOf(trigger.ownerId)} />],
          ['Last run', <TimeAgo key="last" at={trigger.lastRunAt} />],
          ['Last success', <TimeAgo key="success" at={trigger.lastSuccessAt} />],
          ...(trigger.oldSecretAcceptedUntil
            ? [
                [
                  'Previous secret valid until',
                  <TimeAgo key="old" at={trigger.oldSecretAcceptedUntil} />,
                ] as const,
              ]
            : []),
          ['ID', <CopyId key="id" id={trigger.triggerId} />],
        ]}
      />
    </Card>
  )
}

const TriggerButtons = ({ trigger }: { trigger: TriggerDetail }) => (
  <>
    <DialogButton label="Edit" dialog={(close) => <EditTrigger trigger={trigger} onClose={close} />} />
    <DialogButton
      label="Test"
      icon={<Play size={14} aria-hidden />}
      dialog={(close) => <TestTrigger trigger={trigger} onClose={close} />}
    />
  </>
)

const callsOf = ({ triggerId }: TriggerDetail) => {
  const options = { params: { triggerId }, headers: actingHeaders() }
  return [
    { title: 'Retrieve', call: { method: 'GET', path: triggerPath, ...options } },
    { title: 'Disable', call: { method: 'PATCH', path: statusPath, ...options, body: { enabled: false } } },
    { title: 'Test', call: { method: 'POST', path: testPath, ...options, body: { mode: 'test' } } },
    { title: 'Coverage', call: { method: 'GET', path: coveragePath, ...options } },
    {
      title: 'Invocations',
      call: { method: 'GET', path: invocationsPath, query: { triggerId }, headers: actingHeaders() },
    },
  ] as const
}
