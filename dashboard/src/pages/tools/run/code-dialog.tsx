import type { ToolDetail } from '@stoa/sdk'
import Code2 from 'lucide-react/icons/code-xml'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { ApiCallCode, CodeBlock } from '../../../components/code/code-block.tsx'
import { Dialog } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { toolPath } from '../../../features/tools/tools-api.ts'
import { useRead } from '../../../project.ts'
import { callOf, type RunDraft } from './run-request.ts'

/** The call as code, and the tool definition that models get. */
export function CodeDialog({ tool, draft }: { tool: ToolDetail; draft: RunDraft }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" icon={<Code2 size={15} aria-hidden />} onClick={() => setOpen(true)}>
        View code
      </Button>
      {isOpen && (
        <Dialog title="This run as code" width="wide" onClose={() => setOpen(false)}>
          <ApiCallCode call={callOf(draft, tool)} />
          <h3>Tool definition</h3>
          <FunctionSchemas tool={tool} />
        </Dialog>
      )}
    </>
  )
}

const formats = [
  { format: 'openai', label: 'OpenAI' },
  { format: 'anthropic', label: 'Anthropic' },
  { format: 'mcp', label: 'MCP' },
] as const

function FunctionSchemas({ tool }: { tool: ToolDetail }) {
  const { data, error } = useRead(['tool', tool.slug, 'schemas'], (api, signal) =>
    Promise.all(
      formats.map(async ({ format, label }) => ({
        label,
        text: JSON.stringify(
          await api.get(`${toolPath}/schema`, { params: { id: tool.slug }, query: { format }, signal }),
          null,
          2,
        ),
      })),
    ),
  )
  if (error) return <ErrorAlert error={error} />
  const [first, ...others] = data ?? []
  return first ? <CodeBlock snippets={[first, ...others]} /> : <SkeletonLines count={3} />
}
