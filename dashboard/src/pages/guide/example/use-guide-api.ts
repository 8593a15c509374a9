import type { Stoa } from '@stoa/sdk'
import { useMemo } from 'react'
import { stoa, useSession } from '../../../auth/session.ts'
import { projectOf } from '../../../project.ts'
import { preferences } from '../../../state/preferences.ts'

/** Acts as the signed-in user in the project that is selected in the dashboard; undefined without a sign-in. */
export function useGuideApi(): Stoa | undefined {
  const { data: session } = useSession()
  const projectId = session && projectOf(session, preferences.get('project'))?.id
  return useMemo(() => (projectId === undefined ? undefined : stoa.with({ projectId })), [projectId])
}
