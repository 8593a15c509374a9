import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { CodeBlock } from '../../../components/code/code-block.tsx'
import { requestToCurl, requestToFetch } from '../../../components/code/request-snippets.ts'
import { runShortcut, useRunShortcut } from '../../../components/code/use-run-shortcut.ts'
import { composeRequest, type Problem } from '../request/compose.ts'
import type { Draft } from '../request/draft.ts'
import { isSuccess, type Operation } from '../spec/operation.ts'
import type { Spec } from '../spec/spec.ts'
import { BodyInput } from './body-input.tsx'
import { CredentialInputs } from './credential-inputs.tsx'
import { ParameterInputs } from './parameter-inputs.tsx'
import { ExampleResponse, ResponseView } from './response-view.tsx'
import type { Caller } from './use-caller.ts'
import { type Drafts, useDraft } from './use-draft.ts'
import { useSend } from './use-send.ts'
import './try-panel.css'

type TryPanelProps = { spec: Spec; operation: Operation; caller: Caller; drafts: Drafts }

/** Fill in, send, read the response. The key is never part of a snippet. */
export function TryPanel({ spec, operation, caller, drafts }: TryPanelProps) {
  const [draft, setDraft] = useDraft(drafts, spec, operation, caller)
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const { outcome, isSending, send, stop } = useSend()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problems.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])
  const { key, username, csrfToken, projectId } = caller.credentials
  const submit = () => {
    if (isSending) return stop()
    const auth = key && operation.access !== 'session' ? 'key' : 'session'
    const composed = composeRequest({ operation, draft, origin: location.origin, username, auth, projectId })
    setProblems(composed.problems)
    if (composed.problems.length === 0)
      void send(composed.request, { STOA_API_KEY: key, STOA_CSRF_TOKEN: csrfToken })
  }
  useRunShortcut(submit)
  const inputs = { document: spec.document, operation, draft, onChange: setDraft }
  return (
    <div className="try-panel">
      <form
        ref={form}
        className="form"
        noValidate
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault()
          submit()
        }}
      >
        <h2>Try it</h2>
        <CredentialInputs operation={operation} caller={caller} />
        <ParameterInputs {...inputs} problems={problems} />
        <BodyInput {...inputs} onSend={submit} />
        <div className="row">
          <Button type="submit" variant="primary">
            {isSending ? 'Stop' : 'Send'}
          </Button>
          <kbd>{runShortcut}</kbd>
        </div>
      </form>
      {outcome && (
        <section className="stack" aria-label="Response">
          <ResponseView outcome={outcome} />
        </section>
      )}
      <Snippets operation={operation} draft={draft} username={username} />
      {!outcome && <ExampleResponse example={operation.responses.find(isSuccess)?.example} />}
    </div>
  )
}

type SnippetsProps = { operation: Operation; draft: Draft; username: string }

/** The request for a program, which has a key and no session. */
function Snippets({ operation, draft, username }: SnippetsProps) {
  const auth = operation.access === 'session' ? 'session' : 'key'
  const { request } = composeRequest({ operation, draft, origin: location.origin, username, auth })
  return (
    <CodeBlock
      snippets={[
        { label: 'curl', text: requestToCurl(request) },
        { label: 'JavaScript', text: requestToFetch(request) },
      ]}
    />
  )
}
