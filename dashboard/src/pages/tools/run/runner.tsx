import type { ToolDetail } from '@stoa/sdk'
import CircleStop from 'lucide-react/icons/circle-stop'
import Play from 'lucide-react/icons/play'
import ScanSearch from 'lucide-react/icons/scan-search'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { samplesIn } from '../../../features/tools/browser-steps/steps-draft.ts'
import { OptionsContext } from '../../../features/tools/schema-form/options-source.ts'
import { ArgumentsEditor, argumentsOf, jsonError, valuesIn } from './arguments-editor.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { Fixtures } from './fixtures.tsx'
import { RecentRuns } from './recent-runs.tsx'
import { Result } from './result.tsx'
import { RunOptions } from './run-options.tsx'
import type { RunDraft } from './run-request.ts'
import { SaveFixture } from './save-fixture.tsx'
import { useToolRun } from './use-tool-run.ts'
import '../../../features/sandboxes/workbench/workbench.css'

/** Arguments on one side, what comes of them on the other. */
export function Runner({ tool }: { tool: ToolDetail }) {
  const [argumentsText, setArgumentsText] = useState(() =>
    argumentsOf(tool.browser ? samplesIn(tool.inputParameters) : {}),
  )
  const [edition, setEdition] = useState(0)
  const [options, setOptions] = useState({ user: '', accountId: '', version: '' })
  const { run, isRunning, start, stop } = useToolRun(tool)
  const fault = jsonError(argumentsText)
  const draft = (): RunDraft => ({ ...options, arguments: fault === null ? valuesIn(argumentsText) : {} })
  const press = (isDryRun: boolean) => {
    if (!isRunning && fault === null && !tool.isDisabled) void start(draft(), isDryRun)
  }
  const take = (values: Record<string, unknown>) => {
    setArgumentsText((before) => argumentsOf(values, before.tab))
    setEdition((before) => before + 1)
  }
  return (
    <div className="workbench">
      <section className="workbench-code workbench-side" aria-label="Arguments">
        <OptionsContext value={{ ...options, toolSlug: tool.slug, values: argumentsText.values }}>
          <ArgumentsEditor
            tool={tool}
            argumentsText={argumentsText}
            edition={edition}
            run={run}
            onChange={setArgumentsText}
            onRun={() => press(false)}
          />
        </OptionsContext>
        <RunOptions
          tool={tool}
          draft={draft()}
          change={(patch) => setOptions((before) => ({ ...before, ...patch }))}
        />
        <div className="workbench-bar">
          <CodeDialog tool={tool} draft={draft()} />
          <Button
            icon={<ScanSearch size={14} aria-hidden />}
            disabled={fault !== null || isRunning || tool.isDisabled}
            onClick={() => press(true)}
          >
            Dry run
          </Button>
          <Button
            variant={isRunning ? 'danger-outline' : 'primary'}
            icon={isRunning ? <CircleStop size={14} aria-hidden /> : <Play size={14} aria-hidden />}
            disabled={(fault !== null || tool.isDisabled) && !isRunning}
            onClick={isRunning ? stop : () => press(false)}
          >
            {isRunning ? 'Stop' : 'Run'}
          </Button>
        </div>
      </section>
      <section className="workbench-output workbench-side" aria-label="Result of the run">
        <Result
          tool={tool}
          run={run}
          user={options.user}
          keep={run?.phase === 'ended' && run.result.logId ? <SaveFixture logId={run.result.logId} /> : null}
        />
        <RecentRuns tool={tool} onTake={take} />
        <Fixtures tool={tool} onTake={take} />
      </section>
    </div>
  )
}
