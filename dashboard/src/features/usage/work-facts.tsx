import type { UsageEntry } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { href } from '../../href.ts'
import { browserRoutes } from '../../pages/browsers/routes.ts'
import { modelRoutes } from '../../pages/models/routes.ts'
import { sandboxRoutes } from '../../pages/sandboxes/routes.ts'
import { toolRoutes } from '../../pages/tools/routes.ts'
import { inboxThreadUrl } from '../chat/chat-api.ts'
import { WorkflowName } from '../workflows/workflow-name.tsx'
import { workflowExecutionUrl } from '../workflows/workflows-api.ts'

/** The page of a piece of work, by the word that its ID begins with. */
const pages: Readonly<Record<string, { name: string; path: string }>> = {
  llm: { name: 'Model call', path: modelRoutes.call },
  media: { name: 'Media job', path: modelRoutes.mediaJob },
  tool: { name: 'Tool run', path: toolRoutes.run },
  sandbox: { name: 'Sandbox run', path: sandboxRoutes.execution },
  browser: { name: 'Browser session', path: browserRoutes.session },
}

const idForm = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/

const short = (id: string) => `…${id.slice(-8)}`

type Fact = readonly [string, ReactNode]

/** The run of which the entry is a part, each of its pages linked. */
export const runFacts = ({ workflowId, executionId, threadId, runId }: UsageEntry): Fact[] => [
  ...(workflowId ? [['Workflow', <WorkflowName key="flow" id={workflowId} />] as const] : []),
  ...(executionId
    ? [
        [
          'Execution',
          <Link key="execution" to={workflowExecutionUrl(executionId)}>
            {short(executionId)}
          </Link>,
        ] as const,
      ]
    : []),
  ...(threadId
    ? [
        [
          'Thread',
          <Link key="thread" to={inboxThreadUrl(threadId)}>
            {short(threadId)}
          </Link>,
        ] as const,
      ]
    : []),
  // That of an execution has its ID.
  ...(runId && runId !== executionId ? [['Run', <CopyId key="run" id={runId} label="Run" />] as const] : []),
]

/** What the credits were for, linked where it has a page. */
export function workFacts(workId: string): Fact[] {
  const [kind = '', id = ''] = workId.split(':', 2)
  const page = idForm.test(id) ? pages[kind] : undefined
  return [
    ...(page
      ? [
          [
            'Work',
            <Link key="work" to={href(page.path, { id })}>
              {page.name} {short(id)}
            </Link>,
          ] as const,
        ]
      : []),
    ['Work ID', <CopyId key="workId" id={workId} label="Work ID" />],
  ]
}
