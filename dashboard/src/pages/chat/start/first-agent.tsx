import BotMessageSquare from 'lucide-react/icons/bot-message-square'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { activePath, createPath } from '../../../features/workflows/workflows-api.ts'
import { useProject, useRefresh } from '../../../project.ts'
import { assistant } from './assistant.ts'

/** No agent yet: one click creates one that responds immediately, without any key. */
export function FirstAgent() {
  const { api } = useProject()
  const refresh = useRefresh()
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const create = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const { id } = await api.post(createPath, { body: assistant })
      await api.patch(activePath, { params: { id }, body: { activeStatus: true } })
      await refresh(['workflows'])
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <>
      <EmptyState
        icon={<BotMessageSquare size={24} aria-hidden />}
        title="Talk to your first agent"
        action={
          <Button variant="primary" isBusy={isBusy} hasInitialFocus onClick={() => void create()}>
            Create an assistant
          </Button>
        }
        call={{ method: 'POST', path: createPath, body: assistant }}
      >
        It answers with the default model of the project. Without a configured provider, the offline demo
        model responds: it is not a language model, and follows commands such as /say and /call.
      </EmptyState>
      {failure !== null && <ErrorAlert error={failure} />}
    </>
  )
}
