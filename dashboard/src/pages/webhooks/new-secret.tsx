import { CodeBlock } from '../../components/code/code-block.tsx'
import { SecretDialog } from '../../components/dialog/secret-dialog.tsx'

const verifying = `import { verifyWebhook } from '@stoa/sdk'

// body: the bytes as they arrived, before they are parsed
const { payload } = await verifyWebhook(process.env.STOA_WEBHOOK_SECRET, request.headers, body)`

/** The secret of a webhook, with what it is for. */
export const NewSecret = (props: { title: string; value: string; onClose(): void }) => (
  <SecretDialog {...props} note="It is stored encrypted.">
    <CodeBlock snippets={[{ label: 'Verify signatures', text: verifying }]} />
  </SecretDialog>
)
