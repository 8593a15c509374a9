import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Agents } from '../../agents/index.ts'
import { maxNormalTools } from '../schema/server.ts'
import { findToolkitOfConfig } from '../store/auth-config.ts'
import type { ServerContent } from '../store/server.ts'

export type CheckDeps = { db: Db; agents: Pick<Agents, 'findTools'> }

const shownSlugs = 10

/** What a server must be so that every call of it can be answered. */
export function createServerChecks({ db, agents }: CheckDeps) {
  async function checkTools(scope: Scope, { selectedTools, isPublic }: ServerContent): Promise<void> {
    const { found, missing } = await agents.findTools(
      scope,
      selectedTools.map((slug) => ({ slug })),
    )
    if (missing.length > 0)
      throw invalid('/selectedTools', `has unknown tools: ${missing.slice(0, shownSlugs).join(', ')}`)
    const closed = found.filter(({ noAuth }) => !noAuth).map(({ slug }) => slug)
    if (isPublic && closed.length > 0)
      throw invalid('/selectedTools', `needs accounts for ${closed.slice(0, shownSlugs).join(', ')}`)
  }

  return {
    /** `was` is what is stored: tools that it has already may have disappeared since. */
    async check(
      scope: Scope,
      content: ServerContent,
      was: ServerContent | null,
      externalTools: number,
    ): Promise<void> {
      const { mode, selectedTools, isPublic } = content
      if (mode === 'NORMAL' && selectedTools.length + externalTools > maxNormalTools)
        throw invalid(
          '/selectedTools',
          `must have at most ${maxNormalTools} tools in mode NORMAL, with those of external servers`,
        )
      if (isPublic && mode !== 'NORMAL') throw invalid('/isPublic', 'requires mode NORMAL')
      if (isPublic && !was?.isPublic && scope.role !== 'admin')
        throw new AppError('admin_only', 'Only admins can make a server public', {
          hint: 'Use an admin key.',
        })
      const isSame =
        was !== null &&
        was.isPublic === isPublic &&
        selectedTools.every((slug) => was.selectedTools.includes(slug))
      if (!isSame) await checkTools(scope, content)
    },
    async checkAuthConfig(scope: Scope, toolkitSlug: string, authConfigId: string): Promise<void> {
      const slug = await findToolkitOfConfig(db, scope, authConfigId)
      if (slug === null) throw new AppError('auth_config_not_found', 'Auth config not found')
      if (slug !== toolkitSlug) throw invalid('/authConfigId', `belongs to the toolkit ${slug}`)
    },
  }
}

export type ServerChecks = ReturnType<typeof createServerChecks>

const invalid = (path: string, message: string) =>
  new AppError('invalid_parameter', `${path.slice(1)} ${message}`, {
    details: [{ in: 'body', path, rule: 'custom', message }],
  })
