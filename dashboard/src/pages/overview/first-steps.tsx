import type { FirstSteps as FirstStepsDone } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { ApiCallCode } from '../../components/code/code-block.tsx'
import { Card } from '../../components/layout/page.tsx'
import { SampleDataAction } from '../../features/sample-data/sample-data-action.tsx'
import { useSampleData } from '../../features/sample-data/sample-user.ts'
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
        <>
          <span className="muted small number">
            {Object.values(done).filter(Boolean).length + 1} of {Object.keys(done).length + 1} done
          </span>
          <Button variant="ghost" onClick={hide}>
            {isDone ? 'Done' : 'Hide'}
          </Button>
        </>
      }
    >
      <SampleDataAction />
      <Steps done={done} />
    </Card>
  )
}

const order = ['hasAnswer', 'hasToolRun', 'hasWorkflowRun', 'hasRow', 'hasCalledApi'] as const

/** None of them needs a key of a provider: without one the offline model answers. */
function Steps({ done }: { done: FirstStepsDone }) {
  const next = order.find((name) => !done[name])
  const { data: sampleUserId } = useSampleData()
  // The newest of the sample is its agent, which the list shows first and which is talked to.
  const workflows = sampleUserId ? `${workflowRoutes.list}?type=static` : workflowRoutes.list
  const stateOf = (name: (typeof order)[number]) => ({ isDone: done[name], isNext: name === next })
  return (
    <ol className="first-steps">
      <Step isDone title="Set up your account" />
      <Step
        {...stateOf('hasAnswer')}
        title="Get an answer from an agent"
        about="It streams in word by word, and needs no key."
        action={{ to: chatRoutes.list, label: 'Open chat' }}
      />
      <Step
        {...stateOf('hasToolRun')}
        title="Run a tool"
        about="Fill in its form and see what it returns."
        action={{ to: href(toolRoutes.detail, { id: 'math_calculate' }), label: 'Open a tool' }}
      />
      <Step
        {...stateOf('hasWorkflowRun')}
        title="Run a workflow"
        about="Templates run as they are; each node shows its input and output."
        action={{ to: workflows, label: 'Workflows' }}
      />
      <Step
        {...stateOf('hasRow')}
        title="Add a row to a table"
        about="Agents and workflows read and write the same rows."
        action={{ to: tableRoutes.list, label: 'Tables' }}
      />
      <Step
        {...stateOf('hasCalledApi')}
        title={done.hasCalledApi ? 'Make an API call' : 'Make an API call: waiting for the first one'}
        action={{ to: keyRoutes.list, label: 'API keys' }}
      >
        <ApiCallCode call={{ method: 'GET', path: '/api/v1/users/profile' }} />
      </Step>
    </ol>
  )
}

type StepProps = {
  isDone: boolean
  /** The first that is left to do. */
  isNext?: boolean
  title: string
  about?: string
  action?: { to: string; label: string }
  children?: ReactNode
}

function Step({ isDone, isNext = false, title, about, action, children }: StepProps) {
  const Mark = isDone ? CircleCheck : Circle
  return (
    <li className="first-step" data-done={isDone ? '' : undefined}>
      <Mark size={16} aria-label={isDone ? 'done' : 'to do'} />
      <span>
        <span className="first-step-title">{title}</span>
        {!isDone && about && <span className="muted small first-step-about">{about}</span>}
      </span>
      {!isDone && action && (
        <Link to={action.to} className="button" data-variant={isNext ? 'primary' : 'secondary'}>
          {action.label}
        </Link>
      )}
      {!isDone && children}
    </li>
  )
}
