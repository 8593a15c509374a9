import type { ExternalUser } from '@stoa/sdk'

/** Where an end user came from, in words. */
export const sourceNames: Record<ExternalUser['source'], string> = {
  project_default: 'Project default',
  username: 'API call',
  embed_visitor: 'Embed visitor',
  trigger_thread: 'Trigger thread',
  project_runtime: 'Project runtime',
}

export const sourceChoices = Object.entries(sourceNames).map(([value, label]) => ({ value, label }))
