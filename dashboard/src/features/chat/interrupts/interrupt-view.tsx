import type { ChatInterrupt } from '@stoa/sdk'
import { Button } from '../../../components/actions/button.tsx'
import { JsonTree } from '../../../components/code/json-tree.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { useToolkitNames } from '../../toolkits/use-toolkit-names.ts'
import { NamedTool } from '../../tools/named-tool.tsx'
import { toolTitle } from '../../tools/tool-title.ts'
import type { Conversation } from '../use-conversation.ts'
import { ApprovalCard } from './approval-card.tsx'
import { type CardProps, type Request, useResume } from './use-resume.ts'
import './interrupts.css'

type InterruptProps = { conversation: Conversation; interrupt: ChatInterrupt }

export function InterruptView({ conversation, interrupt }: InterruptProps) {
  const resuming = useResume(conversation, interrupt)
  const request = interrupt.value as Request
  const { failure } = resuming
  const alert = failure === null ? null : <ErrorAlert error={failure} />
  if (request.kind === 'connection')
    return <ConnectionCard request={request} resuming={resuming} alert={alert} />
  if (request.kind === 'uncertain')
    return <UncertainCard request={request} resuming={resuming} alert={alert} />
  return <ApprovalCard request={request} resuming={resuming} alert={alert} />
}

const isWebAddress = (url: string | undefined): url is string => /^https?:\/\//.test(url ?? '')

/** An account is missing: the link leads to the consent of its service, and the run continues behind it. */
function ConnectionCard({ request, resuming: { send, busy }, alert }: CardProps) {
  const { toolkitSlug, toolSlug = '', toolName, message, redirectUrl } = request
  const toolkitName = useToolkitNames(toolkitSlug === undefined ? [] : [toolkitSlug])
  const service =
    toolkitSlug === undefined ? 'an account' : (toolkitName(toolkitSlug) ?? toolTitle(toolkitSlug))
  return (
    <Card title={`Connect ${service}`}>
      <p>
        {message ?? (
          <>
            <NamedTool slug={toolSlug} name={toolName} /> needs a connected account.
          </>
        )}
      </p>
      {alert}
      <div className="row">
        {isWebAddress(redirectUrl) && (
          <a
            className="button"
            data-variant="primary"
            href={redirectUrl}
            target="_blank"
            rel="noopener noreferrer"
          >
            Connect
          </a>
        )}
        <Button isBusy={busy === 'continue'} onClick={() => send('continue', { approved: true })}>
          Continue
        </Button>
        <Button variant="ghost" isBusy={busy === 'skip'} onClick={() => send('skip', { approved: false })}>
          Continue without it
        </Button>
      </div>
      <p className="muted small">Connect opens in a new tab. Come back and continue when it is done.</p>
    </Card>
  )
}

/** The server was lost during a call with side effects: only a user can find out whether it was done. */
const UncertainCard = ({ request, resuming: { send, busy }, alert }: CardProps) => (
  <Card title="May have run already">
    <p>
      {request.message}{' '}
      {request.toolSlug !== undefined && <NamedTool slug={request.toolSlug} name={request.toolName} />}
    </p>
    <JsonTree value={request.arguments ?? {}} label="Its input" />
    {alert}
    <div className="row">
      <Button isBusy={busy === 'done'} onClick={() => send('done', { choice: 'done' })}>
        It was done
      </Button>
      <Button isBusy={busy === 'again'} onClick={() => send('again', { choice: 'again' })}>
        Run it again
      </Button>
      <Button
        variant="danger-outline"
        isBusy={busy === 'stop'}
        onClick={() => send('stop', { choice: 'stop' })}
      >
        Leave it
      </Button>
    </div>
  </Card>
)
