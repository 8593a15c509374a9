import Code2 from 'lucide-react/icons/code-xml'
import { useState } from 'react'
import { Button } from '../actions/button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import type { ApiCall } from './call-snippets.ts'
import { CallCode } from './code-block.tsx'

export type ShownCall = { title: string; call: ApiCall }

/** Every page shows the requests that feed it and that its buttons send. */
export function ApiView({ calls }: { calls: readonly ShownCall[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" icon={<Code2 size={15} aria-hidden />} onClick={() => setOpen(true)}>
        API
      </Button>
      {isOpen && (
        <Dialog title="API calls for this page" width="wide" onClose={() => setOpen(false)}>
          {calls.map(({ title, call }) => (
            <section key={title} className="stack">
              <h3>{title}</h3>
              <CallCode call={call} />
            </section>
          ))}
          <p className="muted small">
            Set <code>STOA_API_KEY</code> to an API key. All operations are documented in the{' '}
            <a href="/docs">API reference</a>.
          </p>
        </Dialog>
      )}
    </>
  )
}
