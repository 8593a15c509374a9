import { useParams } from '@tanstack/react-router'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { BrowserToolForm } from '../../../features/tools/browser-steps/browser-tool-form.tsx'
import { toolPath, toolUrl } from '../../../features/tools/tools-api.ts'
import { useProject, useRead } from '../../../project.ts'
import { draftOf } from './tool-draft.ts'
import { ToolForm } from './tool-form.tsx'

export function EditToolPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { api } = useProject()
  const {
    data: tool,
    error,
    refetch,
  } = useRead(['tool', id], (client, signal) => client.get(toolPath, { params: { id }, signal }))
  const back = { to: toolUrl(id), label: tool?.name ?? id }
  if (!tool) {
    return (
      <Page title="Edit tool" back={back}>
        {error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
      </Page>
    )
  }
  return (
    <Page
      title={`Edit ${tool.name}`}
      about="If you change the version, the previous version stays available and can still be called."
      back={back}
      calls={[
        {
          title: 'Update',
          call: {
            method: 'PATCH',
            path: toolPath,
            params: { id },
            body: { version: '1.1.0', description: tool.description },
          },
        },
      ]}
    >
      {tool.browser ? (
        <BrowserToolForm
          key={tool.id}
          editName={tool.id}
          general={tool}
          recorded={{ browser: tool.browser, inputParameters: tool.inputParameters }}
          warnings={[]}
          isNew={false}
          save={(body) => api.patch(toolPath, { params: { id }, body })}
        />
      ) : (
        <ToolForm
          key={tool.id}
          initial={draftOf(tool)}
          isNew={false}
          submitLabel="Save"
          save={(body) => api.patch(toolPath, { params: { id }, body })}
        />
      )}
    </Page>
  )
}
