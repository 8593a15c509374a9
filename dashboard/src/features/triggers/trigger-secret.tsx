import type { TriggerDetail } from '@stoa/sdk'
import { CodeBlock } from '../../components/code/code-block.tsx'
import { SecretDialog } from '../../components/dialog/secret-dialog.tsx'
import { hookCurl } from './hook-curl.ts'

type TriggerSecretProps = {
  title: string
  trigger: TriggerDetail & { webhookSecret: string }
  onClose(): void
}

export const hasSecret = (trigger: TriggerDetail): trigger is TriggerSecretProps['trigger'] =>
  trigger.webhookSecret !== undefined

/** The generated secret of a webhook trigger, with a request that is signed with it. */
export const TriggerSecret = ({ title, trigger, onClose }: TriggerSecretProps) => (
  <SecretDialog title={title} value={trigger.webhookSecret} note="It is stored encrypted." onClose={onClose}>
    <CodeBlock
      snippets={[
        { label: 'URL', text: trigger.webhookUrl ?? '' },
        { label: 'Test request', text: hookCurl(trigger) },
      ]}
    />
  </SecretDialog>
)
