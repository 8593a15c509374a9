import { Dialog } from '../dialog/dialog.tsx'
import type { ApiCall } from './call-snippets.ts'
import { ApiCallCode } from './code-block.tsx'

export type TitledCall = { title: string; call: ApiCall }

export const ApiCallsDialog = ({ calls, onClose }: { calls: readonly TitledCall[]; onClose(): void }) => (
  <Dialog title="API calls for this page" width="wide" onClose={onClose}>
    {calls.map(({ title, call }) => (
      <section key={title} className="stack">
        <h3>{title}</h3>
        <ApiCallCode call={call} />
      </section>
    ))}
    <p className="muted small">
      Set <code>STOA_API_KEY</code> to an API key. All operations are documented in the{' '}
      <a href="/docs">API reference</a>.
    </p>
  </Dialog>
)
