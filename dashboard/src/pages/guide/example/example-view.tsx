import { Link, useLocation } from '@tanstack/react-router'
import Play from 'lucide-react/icons/play'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { toCurl, toPython, toSdk } from '../../../components/code/call-snippets.ts'
import { CodeBlock } from '../../../components/code/code-block.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { authRoutes } from '../../auth/routes.ts'
import { usePageValues } from '../read/page-values.ts'
import { fillExample, neededBy } from './fill-example.ts'
import { type Example, parseExample } from './parse-example.ts'
import { runExample } from './run-example.ts'
import { useGuideApi } from './use-guide-api.ts'
import './example-view.css'

/** A request of the guide, to copy in three languages or to send from here. */
export function ExampleView({ text }: { text: string }) {
  const example = useMemo(() => parseExample(text), [text])
  const { values } = usePageValues()
  const call = fillExample(example, values)
  const curl = { label: 'curl', text: toCurl(call, location.origin) }
  const others = [
    { label: 'TypeScript', text: toSdk(call, location.origin) },
    ...(call.file === undefined ? [{ label: 'Python', text: toPython(call, location.origin) }] : []),
  ]
  return (
    <div className="example">
      <CodeBlock snippets={example.isCurlOnly ? [curl] : [curl, ...others]} />
      <RunExample example={example} />
    </div>
  )
}

type Outcome =
  | { kind: 'none' }
  | { kind: 'running' }
  | { kind: 'done'; text: string }
  | { kind: 'failed'; error: unknown }

function useRun(example: Example) {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })
  const { values, save } = usePageValues()
  const api = useGuideApi()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const run = async () => {
    if (!api) return
    stop.current = new AbortController()
    const { signal } = stop.current
    setOutcome({ kind: 'running' })
    try {
      const { text, saved } = await runExample(api, example, fillExample(example, values), signal)
      save(saved)
      setOutcome({ kind: 'done', text })
    } catch (error) {
      if (!signal.aborted) setOutcome({ kind: 'failed', error })
    }
  }
  return { outcome, run, canRun: api !== undefined }
}

function RunExample({ example }: { example: Example }) {
  const { values } = usePageValues()
  const { outcome, run, canRun } = useRun(example)
  const missing = neededBy(example).find((name) => values[name] === undefined)
  if (!canRun) return <SignInToRun />
  return (
    <>
      <div className="row">
        <Button
          icon={<Play size={13} aria-hidden />}
          isBusy={outcome.kind === 'running'}
          disabled={missing !== undefined}
          onClick={() => void run()}
        >
          Run
        </Button>
        <span className="small muted" role="status">
          {missing !== undefined && `Run the example above that returns ${missing} first.`}
          {outcome.kind === 'running' && 'Running…'}
        </span>
        {outcome.kind === 'done' && <Status kind="good">Done</Status>}
      </div>
      {outcome.kind === 'failed' && <ErrorAlert error={outcome.error} />}
      {outcome.kind === 'done' && (
        <section aria-label="Response">
          <CodeBlock snippets={[{ label: 'Response', text: outcome.text }]} />
        </section>
      )}
    </>
  )
}

function SignInToRun() {
  const { href } = useLocation()
  return (
    <p className="small muted">
      <Link to={authRoutes.signIn} search={{ to: href } as never}>
        Sign in
      </Link>{' '}
      to run it here.
    </p>
  )
}
