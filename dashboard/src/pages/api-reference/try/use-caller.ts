import type { Session } from '@stoa/sdk'
import { useState } from 'react'
import { useSession } from '../../../auth/session.ts'
import { projectOf } from '../../../project.ts'
import { preferences } from '../../../state/preferences.ts'
import { tabStorage } from '../../../state/tab-storage.ts'
import type { Credentials } from '../request/send.ts'

/** A text that this tab remembers, and no other. */
function useTabText(name: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => {
    const saved = tabStorage.get(name)
    return typeof saved === 'string' ? saved : ''
  })
  const change = (next: string) => {
    tabStorage.set(name, next)
    setText(next)
  }
  return [text, change]
}

/** Who sends the requests: the key and the end user that were entered, and the signed-in user behind them. */
export type Caller = {
  session: Session | undefined
  project: Session['projects'][number] | undefined
  apiKey: string
  username: string
  setApiKey(key: string): void
  setUsername(name: string): void
  credentials: Credentials
  /** There is something to authenticate with. */
  isKnown: boolean
}

export function useCaller(): Caller {
  const { data: session } = useSession()
  const [apiKey, setApiKey] = useTabText('reference.apiKey')
  const [username, setUsername] = useTabText('reference.username')
  const project = session && projectOf(session, preferences.get('project'))
  const key = apiKey.trim()
  return {
    session,
    project,
    apiKey,
    username,
    setApiKey,
    setUsername,
    credentials: {
      key,
      username: username.trim(),
      csrfToken: session?.csrfToken ?? '',
      projectId: project?.id,
    },
    isKnown: session !== undefined || key !== '',
  }
}
