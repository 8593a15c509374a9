import type { KnowledgeSearchResult } from '@stoa/sdk'
import ListChecks from 'lucide-react/icons/list-checks'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { evalsPath } from '../../../features/knowledge/knowledge-api.ts'
import { useRefresh } from '../../../project.ts'

type SaveTestProps = { query: string; result: KnowledgeSearchResult }

/** A result that is right becomes what a search for the same question must find from now on. */
export function SaveTest({ query, result: { collectionId, chunkId, title } }: SaveTestProps) {
  const api = useApiAs()
  const refresh = useRefresh()
  const [isSaved, setSaved] = useState(false)
  const save = async () => {
    try {
      await api.post(evalsPath, {
        params: { id: collectionId },
        body: { tests: [{ query, chunkId }], origin: 'search' },
      })
      setSaved(true)
      toasts.success('Saved as test case')
      await refresh(['knowledge', 'tests'])
    } catch (error) {
      toasts.error(errorMessage(error))
    }
  }
  if (isSaved) return <Status kind="good">Test case</Status>
  return (
    <Button
      variant="ghost"
      icon={<ListChecks size={14} aria-hidden />}
      aria-label={`Save as test case: ${title}`}
      onClick={() => void save()}
    >
      Save as test case
    </Button>
  )
}
