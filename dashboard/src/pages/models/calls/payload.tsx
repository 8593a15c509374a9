import type { LlmCallDetail } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { JsonTree } from '../../../components/code/json-tree.tsx'
import { Card } from '../../../components/layout/page.tsx'
import {
  type DisplayMessage,
  loggedMessages,
  loggedParameters,
  loggedResponse,
} from '../../../features/model-calls/logged-payload.ts'
import { settingsRoutes } from '../../settings/routes.ts'
import { InputFiles } from '../media/input-files.tsx'

/** Input and output, as plain text: model output is not rendered as markup. */
export function Payload({ call }: { call: LlmCallDetail }) {
  if (call.prompt === null || call.prompt === undefined) {
    return (
      <Card title="Messages">
        <p className="muted">
          Logging is off: prompts and responses are stored only if enabled in{' '}
          <Link to={settingsRoutes.settings}>Settings</Link>.
        </p>
      </Card>
    )
  }
  const messages = loggedMessages(call.prompt)
  const response = loggedResponse(call.answer)
  const parameters = loggedParameters(call.prompt)
  return (
    <>
      <Card title="Input">
        {messages.length > 0 ? (
          <div className="payload-messages">
            {messages.map((message, at) => (
              <MessageView key={at} message={message} />
            ))}
          </div>
        ) : (
          <JsonTree value={call.prompt} label="Input" />
        )}
      </Card>
      {response && (
        <Card title="Output">
          {response.reasoning !== '' && (
            <details>
              <summary>Reasoning</summary>
              <PlainText label="Reasoning" text={response.reasoning} />
            </details>
          )}
          <MessageView message={response} />
        </Card>
      )}
      {Object.keys(parameters).length > 0 && (
        <Card title="Parameters">
          <JsonTree value={parameters} label="Parameters" />
        </Card>
      )}
    </>
  )
}

const roleNames: Record<string, string> = {
  system: 'System',
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool result',
}

const MessageView = ({ message: { role, text, files, toolCalls } }: { message: DisplayMessage }) => (
  <div className="payload-message">
    <span className="muted small">{roleNames[role] ?? role}</span>
    {text !== '' && <PlainText label={roleNames[role] ?? role} text={text} />}
    <InputFiles files={files} />
    {toolCalls.map((call, at) => (
      <details key={at}>
        <summary>
          Tool call <code>{call.name}</code>
        </summary>
        <PlainText label={`Arguments of ${call.name}`} text={call.arguments} />
      </details>
    ))}
    {text === '' && files.length === 0 && toolCalls.length === 0 && <span className="muted">nothing</span>}
  </div>
)

const PlainText = ({ label, text }: { label: string; text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the arrow keys.
  <section className="payload-text" tabIndex={0} aria-label={label}>
    {text}
  </section>
)
