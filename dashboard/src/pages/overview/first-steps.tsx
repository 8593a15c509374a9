import { Link } from '@tanstack/react-router'
import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { ApiCallCode } from '../../components/code/code-block.tsx'
import { Card } from '../../components/layout/page.tsx'
import { useProject, useRead } from '../../project.ts'
import { preferences } from '../../state/preferences.ts'
import { endUserRoutes } from '../end-users/routes.ts'
import { keyRoutes } from '../keys/routes.ts'

// Short: a user has just sent the first call and checks here whether it arrived.
const pollMs = 2_000

/** The first steps. The list checks itself off; once all is done, or when hidden, it disappears. */
export function FirstSteps() {
  const { project } = useProject()
  const hiddenName = `first-steps.${project.id}`
  const [isHidden, setHidden] = useState(() => preferences.get(hiddenName) === 'done')
  const keys = useRead(
    ['keys', 'used'],
    (api, signal) =>
      api.page('/api/v1/api-keys', { query: { limit: 1, sortBy: 'lastUsedAt', sortOrder: 'DESC' }, signal }),
    { refetchInterval: pollMs, isEnabled: !isHidden },
  )
  const users = useRead(
    ['end-users', 'named'],
    (api, signal) =>
      api.page('/api/v1/external-users', { query: { limit: 1, source: ['username'] }, signal }),
    { refetchInterval: pollMs, isEnabled: !isHidden },
  )
  const wasToDo = useRef(false)
  if (isHidden || !keys.data || !users.data) return null
  const hasCalled = Boolean(keys.data.data[0]?.lastUsedAt)
  const hasUser = users.data.total > 0
  const isDone = hasCalled && hasUser
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
      <ol className="steps">
        <Step isDone title="Set up your account" />
        <Step
          isDone={hasCalled}
          title={hasCalled ? 'Make an API call' : 'Make an API call: waiting for the first one'}
          action={<Link to={keyRoutes.list}>API keys</Link>}
        >
          <ApiCallCode call={{ method: 'GET', path: '/api/v1/users/profile' }} />
        </Step>
        <Step
          isDone={hasUser}
          title="Act on behalf of an end user"
          action={<Link to={endUserRoutes.list}>End users</Link>}
        >
          <ApiCallCode call={{ method: 'POST', path: '/api/v1/external-users', body: { name: 'alice' } }} />
        </Step>
      </ol>
    </Card>
  )
}

type StepProps = { isDone: boolean; title: string; action?: ReactNode; children?: ReactNode }

function Step({ isDone, title, action, children }: StepProps) {
  const Mark = isDone ? CircleCheck : Circle
  return (
    <li className="step" data-done={isDone ? '' : undefined}>
      <Mark size={16} aria-label={isDone ? 'done' : 'to do'} />
      <span className="step-title">{title}</span>
      {!isDone && action}
      {!isDone && children}
    </li>
  )
}
