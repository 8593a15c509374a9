import Code2 from 'lucide-react/icons/code-xml'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { toCurl, toPython, toSdk } from '../../parts/call-snippets.ts'
import { Code } from '../../parts/code.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { callOf } from './chat-request.ts'
import type { Playground } from './draft.ts'
import { toOpenAi } from './openai-snippet.ts'

/** What would be sent next, for programs. */
export function CodeDialog({ playground: { draft, turns } }: { playground: Playground }) {
  const [isOpen, setOpen] = useState(false)
  const call = callOf(draft, turns, 'a')
  const { origin } = location
  return (
    <>
      <Button look="quiet" icon={<Code2 size={15} aria-hidden />} onClick={() => setOpen(true)}>
        As code
      </Button>
      {isOpen && (
        <Dialog title="This conversation from a program" width="wide" onClose={() => setOpen(false)}>
          <Code
            snippets={[
              { label: 'curl', text: toCurl(call, origin) },
              { label: 'TypeScript', text: toSdk(call, origin) },
              { label: 'Python', text: toPython(call, origin) },
              { label: 'OpenAI client', text: toOpenAi(call, origin) },
            ]}
          />
          <p className="muted small">
            Put a key into <code>STOA_API_KEY</code>. With <code>stream: true</code> the answer is a stream of
            events.
          </p>
        </Dialog>
      )}
    </>
  )
}
