import type { App } from '../../app.ts'
import { operatorScope } from '../../first-start.ts'
import { openInstallation } from '../../installation.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { StartFault } from '../../kernel/start-fault.ts'
import { nearMatch } from '../../kernel/text/near-match.ts'
import { acquire } from '../backup/acquire.ts'
import type { Command, CommandContext } from '../command.ts'
import { readDuration } from '../output/duration.ts'
import { alignColumns } from '../output/table.ts'

export const keyCreateCommand: Command = {
  name: 'key create',
  takes: ['project'],
  summary: 'Create an API key for a project, also when all others were lost',
  details: 'PROJECT is its slug or id. The key is shown once and not stored. Works while the server runs.',
  options: {
    name: { type: 'string', meaning: 'how the key appears in lists (default: command line)', example: 'ci' },
    role: { type: 'string', meaning: 'admin or member (default: admin)', example: 'member' },
    scopes: {
      type: 'string',
      meaning: 'comma-separated permissions (default: all of the role)',
      example: 'external-users:read',
    },
    operator: {
      type: 'boolean',
      meaning: 'it also acts for the whole installation: grants, caps of the operator, toolkits',
    },
    expires: { type: 'string', meaning: 'for how long it works (default: until revoked)', example: '30d' },
  },
  async run({ config, secrets, log, words, options, say, cleanup }) {
    const newKey = readNewKey(options)
    const { app, db } = await acquire(
      cleanup,
      () => openInstallation(config, secrets, log, { mustExist: true }),
      ({ close }) => close(),
    )
    refuseUnknownScopes(app, newKey.scopes)
    const { project, key } = await db.tx(async (tx) => {
      const project = await getProject(app, tx, words[0]!)
      const scope = operatorScope(project.id, await app.users.ensureOwnerIn(tx))
      return { project, key: await app.projects.createKeyIn(tx, scope, newKey) }
    })
    const rows = [
      ['API key', key.key],
      ['', '(shown once: save it)'],
      ['Id', key.id],
      ['Project', `${project.name} (${project.slug})`],
      ['Role', key.isOperator ? `${key.role}, operator` : key.role],
      ['Scopes', key.scopes.join(', ') || 'all of the role'],
      ['Expires', key.expiresAt ?? 'never'],
    ]
    say(alignColumns(rows).join('\n'))
    const { id, name, role, isOperator, scopes, expiresAt } = key
    return { data: { id, projectId: project.id, name, role, isOperator, scopes, expiresAt, apiKey: key.key } }
  },
}

function readNewKey({ name, role = 'admin', scopes = '', expires, operator }: CommandContext['options']) {
  if (role !== 'admin' && role !== 'member') {
    throw new StartFault(`there is no role "${role}"`, 'write --role admin or --role member')
  }
  if (operator === true && role === 'member') {
    throw new StartFault('an operator key is an admin key', 'leave out --role member or --operator')
  }
  return {
    isOperator: operator === true,
    name: typeof name === 'string' ? name : 'command line',
    role: role as 'admin' | 'member',
    scopes: String(scopes)
      .split(',')
      .map((scope) => scope.trim())
      .filter(Boolean),
    expiresAt:
      typeof expires === 'string'
        ? new Date(Date.now() + readDuration('expires', expires)).toISOString()
        : null,
  }
}

/** A scope that no endpoint requires would be stored without any effect. */
function refuseUnknownScopes(app: App, scopes: readonly string[]): void {
  const permissions = [...new Set(app.endpoints.flatMap(({ permission }) => permission ?? []))]
  const known = [...permissions, ...permissions.map((permission) => permission.replace(/:.*/, ':*'))]
  const unknown = scopes.find((scope) => !known.includes(scope))
  if (unknown === undefined) return
  const near = nearMatch(unknown, known)
  throw new StartFault(
    `there is no scope "${unknown}"`,
    near
      ? `did you mean ${near}?`
      : `known are ${permissions.toSorted((a, b) => (a < b ? -1 : 1)).join(', ')}`,
  )
}

async function getProject(app: App, tx: Tx, named: string) {
  const projects = await app.projects.listAll(tx)
  const project = projects.find(({ id, slug }) => id === named.toLowerCase() || slug === named)
  if (project) return project
  const slugs = projects.map(({ slug }) => slug)
  const near = nearMatch(named, slugs)
  throw new StartFault(
    `there is no project "${named}"`,
    near ? `did you mean ${near}?` : `there are: ${slugs.slice(0, 10).join(', ') || 'none yet'}`,
  )
}
