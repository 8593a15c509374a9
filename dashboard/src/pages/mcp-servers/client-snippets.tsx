import type { McpServer, McpServerConfig } from '@stoa/sdk'
import { useState } from 'react'
import { CodeBlock } from '../../components/code/code-block.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Status } from '../../components/feedback/status.tsx'
import { SelectField } from '../../components/form/field.tsx'
import { Card } from '../../components/layout/page.tsx'
import { useRead } from '../../project.ts'
import { configPath } from './mcp-api.ts'

/** What to paste into each client, and the tools as clients see them. */
export function ClientSnippets({ server }: { server: McpServer }) {
  const { data, error, refetch } = useRead(
    ['mcp-servers', 'config', server.id, server.version],
    (api, signal) => api.get(configPath, { params: { id: server.id }, signal }),
    { keepsPrevious: true },
  )
  return (
    <div className="stack">
      <Card title="Connect a client">
        {data ? (
          <Snippets config={data} />
        ) : error ? (
          <ErrorAlert error={error} retry={() => void refetch()} />
        ) : (
          <SkeletonLines count={5} />
        )}
      </Card>
      {data && (
        <Card title="Tools">
          {data.warnings.map((warning) => (
            <p key={warning}>
              <Status kind="warn">{warning}</Status>
            </p>
          ))}
          {data.tools.length === 0 ? (
            <p className="muted">None. Edit the server to select tools.</p>
          ) : (
            <ul className="stack">
              {data.tools.map(({ name, title, description }) => (
                <li key={name}>
                  <code>{name}</code> {title}
                  <p className="muted small clamped">{description}</p>
                </li>
              ))}
            </ul>
          )}
        </Card>
      )}
    </div>
  )
}

function Snippets({ config: { clients } }: { config: McpServerConfig }) {
  const [chosen, setChosen] = useState<string>(clients[0]?.client ?? '')
  const shown = clients.find(({ client }) => client === chosen)
  return (
    <>
      <SelectField
        label="Client"
        name="client"
        value={chosen}
        choices={clients.map(({ client, title }) => ({ value: client, label: title }))}
        onChange={setChosen}
      />
      {shown && (
        <>
          <p className="muted">
            {shown.file === null ? 'Run this command.' : <>Add this to {<code>{shown.file}</code>}.</>}{' '}
            Clients that support OAuth need only the URL.
          </p>
          <CodeBlock key={shown.client} snippets={[{ label: shown.language, text: shown.text }]} />
        </>
      )}
    </>
  )
}
