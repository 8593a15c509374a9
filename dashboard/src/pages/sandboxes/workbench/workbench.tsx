import type { SandboxExecutionResult } from '@stoa/sdk'
import CircleStop from 'lucide-react/icons/circle-stop'
import Code2 from 'lucide-react/icons/code-xml'
import Play from 'lucide-react/icons/play'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { ApiCallCode } from '../../../components/code/code-block.tsx'
import { CodeEditor } from '../../../components/code/editor/code-editor.tsx'
import { runShortcut, useRunShortcut } from '../../../components/code/use-run-shortcut.ts'
import { Dialog } from '../../../components/dialog/dialog.tsx'
import { SegmentedControl } from '../../../components/form/segmented-control.tsx'
import { type Language, languageChoices, languageNames } from '../../../features/sandboxes/languages.ts'
import { Console } from '../../../features/sandboxes/workbench/console.tsx'
import {
  callOf,
  type Draft,
  type RunRequest,
  requestOf,
  stateError,
} from '../../../features/sandboxes/workbench/run-request.ts'
import { useRun } from '../../../features/sandboxes/workbench/use-run.ts'
import { ExampleMenu } from './example-menu.tsx'
import { RecentRuns } from './recent-runs.tsx'
import type { useDraft } from './use-draft.ts'
import '../../../features/sandboxes/workbench/workbench.css'

type WorkbenchProps = {
  saved: ReturnType<typeof useDraft>
  /** Null runs every script once, in a new interpreter. */
  sessionId: string | null
  /** Where and how it runs, below the state. */
  options: ReactNode
  onEnd?(result: SandboxExecutionResult): void
}

/** Code and state on one side, what comes of them on the other. */
export function Workbench({ saved, sessionId, options, onEnd }: WorkbenchProps) {
  const { draft, change, runs, lastRun, keepLast, remember } = saved
  const { run, isRunning, start, stop } = useRun(lastRun, (ended) => {
    keepLast(ended)
    if (!ended.result) return
    remember(ended.request, ended.result)
    onEnd?.(ended.result)
  })
  const fault = stateError(draft.state)
  const press = () => {
    if (!isRunning && fault === null) void start(requestOf(draft, sessionId))
  }
  useRunShortcut(press)
  return (
    <div className="workbench">
      <section className="workbench-code workbench-side" aria-label="Script">
        <div className="workbench-bar">
          <SegmentedControl
            label="Language"
            value={draft.language}
            choices={languageChoices}
            onChange={(language) => change({ language: language as Language })}
          />
          <ExampleMenu language={draft.language} onChoose={change} draft={draft} />
          <CopyAsCode draft={draft} sessionId={sessionId} />
          <RunButton isRunning={isRunning} isDisabled={fault !== null} onRun={press} onStop={stop} />
        </div>
        <CodeEditor
          label={`${languageNames[draft.language]} source`}
          language={draft.language}
          value={draft.sources[draft.language]}
          onChange={(source) =>
            change(({ sources, language }) => ({ sources: { ...sources, [language]: source } }))
          }
          onRun={press}
          lines={{ min: 12, max: 28 }}
        />
      </section>
      <section className="workbench-inputs workbench-side" aria-label="Input">
        <div className="workbench-state">
          <h3>State</h3>
          <CodeEditor
            label="State, as JSON"
            language="json"
            value={draft.state}
            onChange={(state) => change({ state })}
            onRun={press}
            error={fault}
            hint="A JSON object available to the script as state. If empty, a fixed preview is used."
            lines={{ min: 3, max: 12 }}
          />
        </div>
        {options}
      </section>
      <section className="workbench-output workbench-side" aria-label="Output">
        <Console run={run} />
        <RecentRuns runs={runs} onTake={(request) => change(takenFrom(request))} />
      </section>
    </div>
  )
}

/** What was run, back in the editor. */
const takenFrom =
  ({ body }: RunRequest) =>
  ({ sources }: Draft): Partial<Draft> => ({
    language: body.language,
    sources: { ...sources, [body.language]: body.source },
    state: body.state === undefined ? '' : JSON.stringify(body.state, null, 2),
  })

type RunButtonProps = {
  isRunning: boolean
  isDisabled: boolean
  onRun(): void
  onStop(): void
}

/** One button in one place: it keeps the keyboard focus when it changes. */
const RunButton = ({ isRunning, isDisabled, onRun, onStop }: RunButtonProps) => (
  <Button
    variant={isRunning ? 'danger-outline' : 'primary'}
    icon={isRunning ? <CircleStop size={14} aria-hidden /> : <Play size={14} aria-hidden />}
    disabled={isDisabled && !isRunning}
    aria-keyshortcuts="Control+Enter Meta+Enter"
    onClick={isRunning ? onStop : onRun}
  >
    {isRunning ? 'Stop' : 'Run'}
    {!isRunning && (
      <span className="workbench-keys" aria-hidden>
        {runShortcut}
      </span>
    )}
  </Button>
)

function CopyAsCode({ draft, sessionId }: { draft: Draft; sessionId: string | null }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" icon={<Code2 size={15} aria-hidden />} onClick={() => setOpen(true)}>
        View code
      </Button>
      {isOpen && (
        <Dialog title="This run as code" width="wide" onClose={() => setOpen(false)}>
          <ApiCallCode call={callOf(draft, sessionId)} />
          <p className="muted small">
            With <code>?stream=true</code> the response is a stream: the execution ID for cancelling, the
            output, then the result.
          </p>
        </Dialog>
      )}
    </>
  )
}
