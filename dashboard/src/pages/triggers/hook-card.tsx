import type { TriggerDetail } from '@stoa/sdk'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { CodeBlock } from '../../components/code/code-block.tsx'
import { Status } from '../../components/feedback/status.tsx'
import { Card, DescriptionList } from '../../components/layout/page.tsx'
import { hookCurl } from '../../features/triggers/hook-curl.ts'
import { signatureLabels } from '../../features/triggers/trigger-kind.tsx'

/** Where a service sends its events, and a request to try it with. */
export const HookCard = ({ trigger }: { trigger: TriggerDetail }) => {
  const { signature, respond } = trigger.triggerConfig
  return (
    <Card title="Webhook">
      {signature === 'none' && (
        <p>
          <Status kind="warn">Requests are not signed: every caller that knows the URL can start it.</Status>
        </p>
      )}
      <DescriptionList
        facts={[
          ['URL', <CopyId key="url" id={trigger.webhookUrl ?? ''} label="webhook URL" />],
          ['Signature', signatureLabels[signature as keyof typeof signatureLabels] ?? String(signature)],
          ['Response', respond === true ? 'The output of the execution' : '202 when the event is stored'],
        ]}
      />
      <section className="stack">
        <h3>Send a test request</h3>
        {signature !== 'none' && (
          <p className="muted">
            Set <code>WEBHOOK_SECRET</code> to the signing secret first. It is not shown again; rotate it to
            get a new one.
          </p>
        )}
        <CodeBlock snippets={[{ label: 'curl', text: hookCurl(trigger) }]} />
      </section>
    </Card>
  )
}
