import type { SandboxExecutionResult } from '@stoa/sdk'
import Play from 'lucide-react/icons/play'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { CodeEditor } from '../../../components/code/editor/code-editor.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { parseJsonObject } from '../../../components/form/parse-json-object.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { Card } from '../../../components/layout/page.tsx'
import { ExecutionState } from '../../../features/sandboxes/execution-state.tsx'
import { ephemeralPath } from '../../../features/sandboxes/sandbox-paths.ts'
import { ExecutionResult, OutputView } from '../../../features/sandboxes/workbench/console.tsx'
import { outputOf } from '../../../features/sandboxes/workbench/output.ts'
import { useProject } from '../../../project.ts'
import { sampleArguments } from './sample-arguments.ts'
import type { ToolDraft } from './tool-draft.ts'

/** Runs what is written before it is saved, in the sandbox in which it will run. */
export function TestScript({ draft }: { draft: ToolDraft }) {
  const { api } = useProject()
  const form = useForm({ arguments: sampleArguments(draft.inputParameters) })
  const [result, setResult] = useState<SandboxExecutionResult | null>(null)
  const run = form.attempt(async () => {
    const hosts = draft.hosts.split(/[\s,]+/).filter(Boolean)
    setResult(
      await api.post(ephemeralPath, {
        body: {
          language: draft.language,
          source: draft.source,
          state: parseJsonObject(form.values.arguments, 'arguments', '{ "a": 1 }'),
          ...(hosts.length > 0 ? { network: 'allowlist', allowedHosts: hosts } : {}),
        },
      }),
    )
  })
  return (
    <Card
      title="Test"
      actions={
        <Button icon={<Play size={14} aria-hidden />} isBusy={form.isBusy} onClick={() => void run()}>
          Test run
        </Button>
      }
    >
      <CodeEditor
        label="Test arguments, as JSON"
        language="json"
        value={form.values.arguments}
        onChange={(text) => form.set({ arguments: text })}
        onRun={() => void run()}
        hint="Nothing is saved. Runs without an account and is billed as a sandbox run."
        lines={{ min: 3, max: 12 }}
      />
      {form.failure !== null && <ErrorAlert error={form.failure} />}
      {result && (
        <div className="console" role="status">
          <ExecutionState execution={result} />
          <OutputView parts={outputOf(result)} />
          <ExecutionResult result={result} />
        </div>
      )}
    </Card>
  )
}
