import Code2 from 'lucide-react/icons/code-xml'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '../../connection/load-chunk.ts'
import { Button } from '../actions/button.tsx'
import type { TitledCall } from './api-calls-dialog.tsx'

const ApiCallsDialog = lazy(() =>
  loadChunk(() => import('./api-calls-dialog.tsx')).then((module) => ({ default: module.ApiCallsDialog })),
)

/** Every page shows the API calls that load its data and that its buttons send. */
export function ApiCallsButton({ calls }: { calls: readonly TitledCall[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" icon={<Code2 size={15} aria-hidden />} onClick={() => setOpen(true)}>
        API
      </Button>
      {isOpen && (
        <Suspense>
          <ApiCallsDialog calls={calls} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
