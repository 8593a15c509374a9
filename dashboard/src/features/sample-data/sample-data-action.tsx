import FlaskConical from 'lucide-react/icons/flask-conical'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { useProject, useRefresh } from '../../project.ts'
import { removeSampleData, useSampleData } from './sample-user.ts'

/** One click adds a shop to try everything with, another one removes it. */
export function SampleDataAction() {
  const { api } = useProject()
  const refresh = useRefresh()
  const { data: userId } = useSampleData()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  if (userId === undefined) return null
  const run = async (work: () => Promise<void>, done: string) => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
      toasts.success(done)
    } catch (error) {
      setFailure(error)
    }
    // All of it: a sample has something on nearly every page.
    await refresh([])
    setBusy(false)
  }
  const add = async () => (await import('./add-sample-data.ts')).addSampleData(api)
  return (
    <div className="action-line sample-data">
      <p>
        {userId
          ? 'This project has sample data: a bicycle shop with an agent, two workflows, tables, a handbook, a conversation and a connected demo service.'
          : 'Sample data is a bicycle shop with an agent, two workflows, tables, a handbook, a conversation and a connected demo service. It needs no key, and can be removed with one click.'}
      </p>
      {userId ? (
        <Button
          icon={<Trash size={14} aria-hidden />}
          isBusy={isBusy}
          onClick={() => void run(() => removeSampleData(api, userId), 'Sample data removed')}
        >
          {isBusy ? 'Removing…' : 'Remove sample data'}
        </Button>
      ) : (
        <Button
          icon={<FlaskConical size={14} aria-hidden />}
          isBusy={isBusy}
          onClick={() => void run(add, 'Sample data added')}
        >
          {isBusy ? 'Adding…' : 'Add sample data'}
        </Button>
      )}
      {failure !== null && <ErrorAlert error={failure} />}
    </div>
  )
}
