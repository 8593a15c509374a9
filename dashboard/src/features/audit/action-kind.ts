export type ActionKind = 'added' | 'changed' | 'removed' | 'refused' | 'other'

// By the last word of an action. The first that matches counts: what failed to be removed has failed.
const kinds: readonly [ActionKind, RegExp][] = [
  ['refused', /(failed|refused|denied|rejected|blocked|uncertain|expired|dropped)$/],
  ['removed', /(deleted|removed|erased|revoked|uninstalled|disconnected|cancelled|pruned)$/],
  ['added', /(created|added|installed|imported|connected|invited|granted|registered|uploaded|accepted)$/],
  [
    'changed',
    /(updated|changed|activated|deactivated|enabled|disabled|renamed|rotated|moved|merged|paused|resumed|restored|published)$/,
  ],
]

/** Which kind of change an action of the audit log is: `api_key.created` adds something. */
export const kindOfAction = (action: string): ActionKind =>
  kinds.find(([, words]) => words.test(action))?.[0] ?? 'other'
