import type { TriggerInvocationDetail } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { CopyId } from '../../../components/actions/copy-id.tsx'
import { JsonBlock } from '../../../components/code/code-block.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { DescriptionList } from '../../../components/layout/page.tsx'
import { exactTime } from '../../../components/text/relative-time.ts'
import { actAs, useApiAs } from '../../../features/end-users/act-as.ts'
import { InvocationState, sourceLabels } from '../../../features/triggers/invocation-state.tsx'
import { invocationPath, replayPath } from '../../../features/triggers/triggers-api.ts'
import { workflowExecutionUrl } from '../../../features/workflows/workflows-api.ts'
import { useRead, useRefresh } from '../../../project.ts'

type DetailsProps = { invocationId: string; onOpen(invocationId: string): void; onClose(): void }

/** One invocation, live: its payload, what it started, and a replay with the same payload. */
export function InvocationDetails({ invocationId, onOpen, onClose }: DetailsProps) {
  const api = useApiAs()
  const refresh = useRefresh()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const params = { logId: invocationId }
  const { data, error, refetch } = useRead(
    ['triggers', 'invocations', 'one', invocationId],
    (client, signal) => actAs(client).get(invocationPath, { params, signal }),
    { refetchInterval: 2_000 },
  )
  const replay = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const started = await api.post(replayPath, { params })
      toasts.success('Replay started with the same payload', {
        label: 'Show',
        run: () => onOpen(started.invocationId),
      })
      await refresh(['triggers', 'invocations'])
    } catch (refused) {
      setFailure(refused)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title="Invocation" width="wide" onClose={onClose}>
      {data ? (
        <Details invocation={data} />
      ) : error ? (
        <ErrorAlert error={error} retry={() => void refetch()} />
      ) : (
        <SkeletonLines count={6} />
      )}
      {failure !== null && <ErrorAlert error={failure} />}
      <DialogFoot>
        <Button isBusy={isBusy} disabled={!data} onClick={() => void replay()}>
          Replay
        </Button>
        <Button onClick={onClose} hasInitialFocus>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const timeFact = (name: string, at: string | null) =>
  at === null ? [] : [[name, exactTime(new Date(at))] as const]

const Details = ({ invocation }: { invocation: TriggerInvocationDetail }) => (
  <>
    <DescriptionList
      facts={[
        ['State', <InvocationState key="state" status={invocation.status} />],
        ['Source', sourceLabels[invocation.source]],
        ...timeFact('Scheduled', invocation.scheduledAt),
        ['Received', exactTime(new Date(invocation.createdAt))],
        ...timeFact('Ended', invocation.endedAt),
        ...(invocation.executionId === null
          ? []
          : [
              [
                'Execution',
                <Link key="execution" to={workflowExecutionUrl(invocation.executionId)}>
                  Open the execution
                </Link>,
              ] as const,
            ]),
        ...(invocation.error === null
          ? []
          : [
              [
                'Error',
                <span key="error">
                  <code>{invocation.error.code}</code> {invocation.error.message}
                </span>,
              ] as const,
            ]),
        ...(invocation.replayOf === null
          ? []
          : [['Replay of', <CopyId key="replay" id={invocation.replayOf} label="invocation ID" />] as const]),
        ['ID', <CopyId key="id" id={invocation.id} label="invocation ID" />],
      ]}
    />
    <section className="stack">
      <h3>Payload</h3>
      <JsonBlock value={invocation.payload} />
    </section>
  </>
)
