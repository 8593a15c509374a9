import type { FirstSteps as FirstStepsDone } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { ApiCallCode } from '../../components/code/code-block.tsx'
import { Card } from '../../components/layout/page.tsx'
import { SampleDataAction } from '../../features/sample-data/sample-data-action.tsx'
import { href } from '../../href.ts'
import { useProject, useRead } from '../../project.ts'
import { preferences } from '../../state/preferences.ts'
import { chatRoutes } from '../chat/routes.ts'
import { keyRoutes } from '../keys/routes.ts'
import { tableRoutes } from '../tables/routes.ts'
import { toolRoutes } from '../tools/routes.ts'
import { workflowRoutes } from '../workflows/routes.ts'

// Short: a user has just done a step and checks here whether it counts.
const pollMs = 2_000

/** The first steps. The list checks itself off; once all is done, or when hidden, it disappears. */
export function FirstSteps() {
  const { project } = useProject()
  const hiddenName = `first-steps.${project.id}`
  const [isHidden, setHidden] = useState(() => preferences.get(hiddenName) === 'done')
  const { data: done } = useRead(
    ['overview', 'first-steps'],
    (api, signal) => api.get('/api/v1/overview/first-steps', { signal }),
    { refetchInterval: pollMs, isEnabled: !isHidden },
  )
  const wasToDo = useRef(false)
  if (isHidden || !done) return null
  const isDone = Object.values(done).every(Boolean)
  // Who comes to a project where all of it was done long ago has nothing to learn from it.
  if (isDone && !wasToDo.current) return null
  wasToDo.current = true
  const hide = () => {
    preferences.set(hiddenName, 'done')
    setHidden(true)
  }
  return (
    <Card
      title={isDone ? 'All set' : 'Get started'}
      actions={
        <Button variant="ghost" onClick={hide}>
          {isDone ? 'Done' : 'Hide'}
        </Button>
      }
    >
      <SampleDataAction />
      <Steps done={done} />
    </Card>
  )
}

/** None of them needs a key of a provider: without one the offline model answers. */
const Steps = ({ done }: { done: FirstStepsDone }) => (
  <ol className="first-steps">
    <Step isDone title="Set up your account" />
    <Step
      isDone={done.hasAnswer}
      title="Get an answer from an agent"
      about="It streams in word by word, and needs no key."
      action={<Link to={chatRoutes.list}>Open chat</Link>}
    />
    <Step
      isDone={done.hasToolRun}
      title="Run a tool"
      about="Fill in its form and see what it returns."
      action={<Link to={href(toolRoutes.detail, { id: 'math_calculate' })}>Open a tool</Link>}
    />
    <Step
      isDone={done.hasWorkflowRun}
      title="Run a workflow"
      about="Templates run as they are; each node shows its input and output."
      action={<Link to={workflowRoutes.list}>Workflows</Link>}
    />
    <Step
      isDone={done.hasRow}
      title="Add a row to a table"
      about="Agents and workflows read and write the same rows."
      action={<Link to={tableRoutes.list}>Tables</Link>}
    />
    <Step
      isDone={done.hasCalledApi}
      title={done.hasCalledApi ? 'Make an API call' : 'Make an API call: waiting for the first one'}
      action={<Link to={keyRoutes.list}>API keys</Link>}
    >
      <ApiCallCode call={{ method: 'GET', path: '/api/v1/users/profile' }} />
    </Step>
  </ol>
)

type StepProps = { isDone: boolean; title: string; about?: string; action?: ReactNode; children?: ReactNode }

function Step({ isDone, title, about, action, children }: StepProps) {
  const Mark = isDone ? CircleCheck : Circle
  return (
    <li className="first-step" data-done={isDone ? '' : undefined}>
      <Mark size={16} aria-label={isDone ? 'done' : 'to do'} />
      <span>
        <span className="first-step-title">{title}</span>
        {!isDone && about && <span className="muted small first-step-about">{about}</span>}
      </span>
      {!isDone && action}
      {!isDone && children}
    </li>
  )
}
