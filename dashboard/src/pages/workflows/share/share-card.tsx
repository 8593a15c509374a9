import type { Workflow } from '@stoa/sdk'
import { CodeBlock } from '../../../components/code/code-block.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { actAs } from '../../../features/end-users/act-as.ts'
import { useRead } from '../../../project.ts'
import { AllowedOrigins } from './allowed-origins.tsx'
import { ChatPreview } from './chat-preview.tsx'
import { PublicPage } from './public-page.tsx'
import { projectPath, sharePath } from './share-api.ts'
import { embedSnippets } from './snippets.ts'
import './share-card.css'

/** How an agent gets to users outside of the dashboard: on pages of the developer's own, and on one of ours. */
export function ShareCard({ workflow }: { workflow: Workflow }) {
  const { id } = workflow
  const share = useRead(['share', id], (api, signal) =>
    actAs(api).get(sharePath, { params: { agentId: id }, signal }),
  )
  const project = useRead(['project'], (api, signal) => api.get(projectPath, { signal }))
  const error = share.error ?? project.error
  return (
    <Card title="Share & embed">
      <p>
        Put the chat on your own pages. Your server requests a token for the user who is signed in; the key
        stays on the server.
      </p>
      <CodeBlock snippets={embedSnippets(location.origin, id)} />
      {error && <ErrorAlert error={error} />}
      {!error && !(share.data && project.data) && <SkeletonLines count={3} />}
      {project.data && <AllowedOrigins key={project.data.updatedAt} origins={project.data.allowedOrigins} />}
      {share.data && (
        <div className="share-part">
          <PublicPage key={share.data.updatedAt} workflow={workflow} share={share.data} />
        </div>
      )}
      <div className="share-part">
        <ChatPreview agentId={id} isActive={workflow.isActive} />
      </div>
    </Card>
  )
}
