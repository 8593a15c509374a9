import type { Trigger, TriggerDetail } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { Button, IconButton } from '../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { DescriptionList } from '../../../components/layout/page.tsx'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { TriggerMenu } from '../../../features/triggers/actions/trigger-menu.tsx'
import { TriggerSwitch } from '../../../features/triggers/actions/trigger-switch.tsx'
import { TriggerFields } from '../../../features/triggers/form/edit-trigger.tsx'
import { useEditTrigger } from '../../../features/triggers/form/use-edit-trigger.ts'
import { kindOf, triggerKinds, triggerTitle } from '../../../features/triggers/trigger-kind.tsx'
import { hasSecret, TriggerSecret } from '../../../features/triggers/trigger-secret.tsx'
import { reasonOf, TriggerState } from '../../../features/triggers/trigger-state.tsx'
import { triggerUrl } from '../../../features/triggers/triggers-api.ts'
import { useEditor } from '../canvas/editor-context.ts'
import '../panel/panel.css'

/** What a trigger is made of, beside the graph that it starts. It is saved with its own button, not with the graph. */
export function TriggerPanel({ trigger, onClose }: { trigger: Trigger; onClose(): void }) {
  const { isReadOnly } = useEditor()
  const { Icon, label } = triggerKinds[kindOf(trigger)]
  return (
    <section className="node-panel" aria-label={`${triggerTitle(trigger)}, ${label} trigger`}>
      <header className="panel-head">
        <span className="node-icon" data-type="trigger">
          <Icon size={16} aria-hidden />
        </span>
        <div>
          <h2>{triggerTitle(trigger)}</h2>
          <p className="muted small">{label} trigger</p>
        </div>
        <IconButton label="Close" icon={<X size={16} aria-hidden />} onClick={onClose} />
      </header>
      <div className="panel-section stack">
        <div className="trigger-panel-state">
          <TriggerState trigger={trigger} />
          {!isReadOnly && (
            <>
              <TriggerSwitch trigger={trigger} />
              <TriggerMenu trigger={trigger} onDeleted={onClose} />
            </>
          )}
        </div>
        <Facts trigger={trigger} />
      </div>
      {!isReadOnly && <TriggerSettings key={trigger.triggerId} trigger={trigger} />}
    </section>
  )
}

const Facts = ({ trigger }: { trigger: Trigger }) => {
  const { isDisabled, nextRunAt, lastRunAt, triggerId } = trigger
  const reason = isDisabled ? reasonOf(trigger) : null
  return (
    <>
      {reason !== null && (
        <p role="status">
          <Status kind="bad">Disabled automatically: {reason}</Status>
        </p>
      )}
      <DescriptionList
        facts={[
          ...(nextRunAt === null || isDisabled
            ? []
            : [['Next run', <TimeAgo key="next" at={nextRunAt} />] as const]),
          ['Last run', <TimeAgo key="last" at={lastRunAt} />],
          [
            'Invocations',
            <Link key="page" to={triggerUrl(triggerId)}>
              Open the trigger
            </Link>,
          ],
        ]}
      />
    </>
  )
}

function TriggerSettings({ trigger }: { trigger: Trigger }) {
  const [saved, setSaved] = useState<TriggerDetail | null>(null)
  const { form, kind, isChanged, save, discard } = useEditTrigger(trigger, (next) => {
    if (hasSecret(next)) setSaved(next)
    else toasts.success('Trigger saved')
  })
  return (
    <form className="form panel-section" noValidate onSubmit={save}>
      <TriggerFields kind={kind} form={form} />
      {form.failure !== null && <ErrorAlert error={form.failure} />}
      <div className="row">
        <Button type="submit" variant="primary" isBusy={form.isBusy} disabled={!isChanged}>
          Save trigger
        </Button>
        {isChanged && <Button onClick={discard}>Discard changes</Button>}
      </div>
      {saved && hasSecret(saved) && (
        <TriggerSecret title="New signing secret" trigger={saved} onClose={() => setSaved(null)} />
      )}
    </form>
  )
}
