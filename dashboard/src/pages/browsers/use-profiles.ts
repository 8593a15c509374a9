import { profilesPath } from '../../features/browsers/browser-paths.ts'
import { actAs } from '../../features/end-users/act-as.ts'
import { useEndUserNames } from '../../features/end-users/use-end-user-names.ts'
import { useProject, useRead } from '../../project.ts'

// As many as a select can offer; others are found on the page of profiles.
const limit = 100

/** The profiles to choose from, each with the name of its end user; empty for the project itself. */
export function useProfiles() {
  const { project } = useProject()
  const { data = [] } = useRead(['browsers', 'profiles', 'choices'], (api, signal) =>
    actAs(api).get(profilesPath, { query: { limit }, signal }),
  )
  const nameOf = useEndUserNames(data.map(({ eUID }) => eUID))
  return data.flatMap(({ id, name, eUID, sessionId }) => {
    const userName = eUID === project.id ? '' : nameOf(eUID)
    return userName === undefined ? [] : [{ id, name, userName, isOpen: sessionId !== null }]
  })
}
