import type { ToolDetail } from '@stoa/sdk'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { JsonBlock } from '../../components/code/code-block.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { Skeleton, SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Chips, Status } from '../../components/feedback/status.tsx'
import { Card, DescriptionList, Page } from '../../components/layout/page.tsx'
import { formatAmount } from '../../components/text/format-number.ts'
import { providerNames, sourceLabel } from '../../features/toolkits/toolkit-labels.ts'
import { toolkitPath, toolkitUrl } from '../../features/toolkits/toolkits-api.ts'
import { ToolHints } from '../../features/tools/tool-hints.tsx'
import { executePath, toolPath } from '../../features/tools/tools-api.ts'
import { href } from '../../href.ts'
import { useRead } from '../../project.ts'
import { DeleteTool } from './delete-tool.tsx'
import { toolRoutes } from './routes.ts'
import { Runner } from './run/runner.tsx'
import { ToolSwitch } from './tool-switch.tsx'
import './tool-page.css'

export function ToolPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const {
    data: tool,
    error,
    refetch,
  } = useRead(['tool', id], (api, signal) => api.get(toolPath, { params: { id }, signal }))
  const { data: toolkit } = useToolkit(tool?.toolkitSlug)
  if (!tool) {
    return (
      <Page title="Tool" back={{ to: toolRoutes.list, label: 'Tools' }}>
        {error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
      </Page>
    )
  }
  const params = { id: tool.slug }
  return (
    <Page
      title={tool.name}
      badge={<ToolHints tool={tool} />}
      back={{ to: toolkitUrl(tool.toolkitSlug), label: toolkit?.name ?? tool.toolkitSlug }}
      actions={<ToolActions tool={tool} />}
      calls={[
        { title: 'Retrieve', call: { method: 'GET', path: toolPath, params } },
        {
          title: 'Execute',
          call: {
            method: 'POST',
            path: executePath,
            params: { toolSlug: tool.slug },
            body: { arguments: {} },
          },
        },
        {
          title: 'As a function schema',
          call: { method: 'GET', path: `${toolPath}/schema`, params, query: { format: 'openai' } },
        },
      ]}
    >
      <p className="tool-description muted">{tool.description}</p>
      {tool.isDisabled && (
        <p role="status">
          <Status kind="off">This tool is disabled in this project and cannot be called</Status>
        </p>
      )}
      {tool.isExecutable ? (
        <Runner key={tool.slug} tool={tool} />
      ) : (
        <p role="status">
          <Status kind="off">
            {tool.type === 'action'
              ? 'This tool is not executable'
              : 'Triggers cannot be run manually: they fire on events at the service'}
          </Status>
        </p>
      )}
      <div className="tool-grid">
        <ToolFacts tool={tool} />
        <Card title="Input schema">
          <JsonBlock value={tool.inputParameters} />
        </Card>
        <Card title="Output schema">
          <JsonBlock value={tool.outputParameters} />
        </Card>
      </div>
    </Page>
  )
}

/** What the project made itself can be changed; of the rest only whether it is on. */
function ToolActions({ tool }: { tool: ToolDetail }) {
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const isOwn = tool.provider === 'LOCAL'
  return (
    <>
      <ToolSwitch tool={tool} />
      {isOwn && (
        <>
          <Button
            icon={<Pencil size={14} aria-hidden />}
            onClick={() => void navigate({ to: href(toolRoutes.edit, { id: tool.slug }) })}
          >
            Edit
          </Button>
          <Button
            variant="danger-outline"
            icon={<Trash2 size={14} aria-hidden />}
            onClick={() => setDeleting(true)}
          >
            Delete
          </Button>
        </>
      )}
      {isDeleting && <DeleteTool tool={tool} onClose={() => setDeleting(false)} />}
    </>
  )
}

const useToolkit = (slug: string | undefined) =>
  useRead(['toolkit', slug], (api, signal) => api.get(toolkitPath, { params: { id: slug ?? '' }, signal }), {
    isEnabled: slug !== undefined,
  })

/** A tool is where its toolkit is from; that one alone knows whether it was installed. */
function SourceLabel({ tool }: { tool: ToolDetail }) {
  const { data, error } = useToolkit(tool.toolkitSlug)
  if (data) return sourceLabel({ provider: tool.provider, isInstalled: data.isInstalled })
  return error ? providerNames[tool.provider] : <Skeleton width="96px" />
}

const ToolkitName = ({ slug }: { slug: string }) => useToolkit(slug).data?.name ?? slug

const ToolFacts = ({ tool }: { tool: ToolDetail }) => (
  <Card title="Details">
    <DescriptionList
      facts={[
        ['Slug', <CopyId key="slug" id={tool.slug} label="slug" />],
        [
          'Toolkit',
          <Link key="toolkit" to={toolkitUrl(tool.toolkitSlug)}>
            <ToolkitName slug={tool.toolkitSlug} />
          </Link>,
        ],
        ['Source', <SourceLabel key="from" tool={tool} />],
        ['Version', tool.version],
        ...(tool.availableVersions.length > 1
          ? [['Versions', <Chips key="versions" items={tool.availableVersions} none="" />] as const]
          : []),
        ['Credits per successful run', formatAmount(tool.executionCreditCost)],
        ['Schema tokens', formatAmount(tool.schemaTokens)],
        ['Scopes', <Chips key="scopes" items={tool.scopes} none="none" />],
        ['Tags', <Chips key="tags" items={tool.tags} none="none" />],
        ['Allowed hosts', <Chips key="hosts" items={tool.allowedHosts} none="hosts of its toolkit" />],
        [
          'Runs',
          <Link key="runs" to={`${toolRoutes.runs}?q=${encodeURIComponent(tool.slug)}`}>
            All runs
          </Link>,
        ],
      ]}
    />
    {tool.instructions && <p className="muted">{tool.instructions}</p>}
  </Card>
)
