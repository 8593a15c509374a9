import { useParams } from '@tanstack/react-router'
import { DetailPage } from '../../../components/layout/detail-page.tsx'
import { toToolPath } from '../../../features/browsers/browser-paths.ts'
import { actAs } from '../../../features/end-users/act-as.ts'
import { BrowserToolForm } from '../../../features/tools/browser-steps/browser-tool-form.tsx'
import { toolsPath } from '../../../features/tools/tools-api.ts'
import { href } from '../../../href.ts'
import { useProject, useRead } from '../../../project.ts'
import { browserRoutes } from '../routes.ts'

const general = { name: '', slug: '', description: '', toolkitSlug: 'my-tools', version: '1.0.0' }

/** What was done in a session, as a tool that any end user can run. */
export function CreateToolPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { api } = useProject()
  const params = { sessionId: id }
  const query = useRead(['browsers', 'to-tool', id], (client, signal) =>
    actAs(client).get(toToolPath, { params, signal }),
  )
  const example = { slug: 'open_order', name: 'Open an order', description: '', toolkitSlug: 'shop' }
  return (
    <DetailPage
      query={query}
      kind="Create tool from session"
      back={{ to: href(browserRoutes.session, { id }), label: 'Session' }}
      head={() => ({
        title: 'Create tool from session',
        about: 'The tool repeats these steps in a new session of the user who runs it.',
        calls: [
          { title: 'Preview', call: { method: 'GET', path: toToolPath, params } },
          { title: 'Create', call: { method: 'POST', path: toToolPath, params, body: example } },
        ],
      })}
    >
      {({ warnings, ...recorded }) => (
        <BrowserToolForm
          editName={`of session ${id}`}
          general={general}
          recorded={recorded}
          warnings={warnings}
          isNew
          save={(body) =>
            api.post(toolsPath, { body: { ...body, outputParameters: recorded.outputParameters } })
          }
        />
      )}
    </DetailPage>
  )
}
