import type { McpServer } from '@stoa/sdk'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Status } from '../../components/feedback/status.tsx'
import { Card, DescriptionList } from '../../components/layout/page.tsx'
import { formatAmount } from '../../components/text/format-number.ts'
import { useRead } from '../../project.ts'
import { lintPath } from './mcp-api.ts'

const shownTools = 5

/** What a model has to read for the tools of a server, and what could mislead it. */
export function ServerChecks({ server }: { server: McpServer }) {
  const { data, error, refetch } = useRead(
    ['mcp-servers', 'lint', server.id, server.version],
    (api, signal) => api.get(lintPath, { params: { id: server.id }, signal }),
    { keepsPrevious: true },
  )
  return (
    <Card title="Checks">
      {!data ? (
        error ? (
          <ErrorAlert error={error} retry={() => void refetch()} />
        ) : (
          <SkeletonLines count={4} />
        )
      ) : (
        <>
          <DescriptionList
            facts={[
              ['Tokens of all tools', formatAmount(data.tokens)],
              ...data.tools
                .slice(0, shownTools)
                .map(({ name, tokens }) => [name, formatAmount(tokens)] as const),
            ]}
          />
          {data.findings.length === 0 ? (
            <p>
              <Status kind="good">No problems found</Status>
            </p>
          ) : (
            <ul className="mcp-findings" aria-label="Findings">
              {data.findings.map(({ rule, tools, message }) => (
                <li key={`${rule} ${tools.join(' ')}`}>
                  <p>
                    <Status kind="warn">{message}</Status>
                  </p>
                  <p className="muted small">{tools.join(', ')}</p>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Card>
  )
}
