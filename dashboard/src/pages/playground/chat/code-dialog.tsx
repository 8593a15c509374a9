import Code2 from 'lucide-react/icons/code-xml'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { type ApiCall, toCurl, toPython, toSdk } from '../../../components/code/call-snippets.ts'
import { CodeBlock } from '../../../components/code/code-block.tsx'
import { Dialog } from '../../../components/dialog/dialog.tsx'
import { toOpenAi } from './openai-snippet.ts'

type CodeDialogProps = {
  title: string
  call: ApiCall
  /** Whether it is a conversation, which programs written for OpenAI can have too. */
  isChat?: boolean
}

/** What would be sent next, for programs. */
export function CodeDialog({ title, call, isChat = false }: CodeDialogProps) {
  const [isOpen, setOpen] = useState(false)
  const { origin } = location
  return (
    <>
      <Button variant="ghost" icon={<Code2 size={15} aria-hidden />} onClick={() => setOpen(true)}>
        View code
      </Button>
      {isOpen && (
        <Dialog title={title} width="wide" onClose={() => setOpen(false)}>
          <CodeBlock
            snippets={[
              { label: 'curl', text: toCurl(call, origin) },
              { label: 'TypeScript', text: toSdk(call, origin) },
              { label: 'Python', text: toPython(call, origin) },
              ...(isChat ? [{ label: 'OpenAI client', text: toOpenAi(call, origin) }] : []),
            ]}
          />
          <p className="muted small">
            Set <code>STOA_API_KEY</code> to an API key.{' '}
            {isChat ? (
              <>
                With <code>stream: true</code> the response is an event stream.
              </>
            ) : (
              'Jobs that exceed the request timeout continue: retrieve them by ID.'
            )}
          </p>
        </Dialog>
      )}
    </>
  )
}
