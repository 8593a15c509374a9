import { createHash } from 'node:crypto'
import type { Clock } from '../../../../kernel/clock.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { isUuid, type NewId, newToken } from '../../../../kernel/ids.ts'
import { hashToken } from '../../../../kernel/secrets/token.ts'
import {
  type DemoGrant,
  findGrantByAccess,
  hasProject,
  insertGrant,
  issueTokens,
  lockGrantBy,
  revokeGrant,
} from '../../store/demo-grant.ts'
import { findState } from '../../store/link.ts'

const codeMs = 60_000
/** Short, so that the caller that tries it out sees a renewal. */
const accessMs = 5 * 60_000
const tokenBytes = 32

export const demoUser = { username: 'ada', email: 'ada@demo.example', name: 'Ada Lovelace' }
export const demoScopes = ['profile', 'email'] as const

type DemoResponse = { status: number; body: string }

const json = (status: number, value: unknown): DemoResponse => ({ status, body: JSON.stringify(value) })
const refuse = (error: string, description: string) =>
  json(error === 'invalid_client' ? 401 : 400, { error, error_description: description })

/** The project of a client: every project has its own, without a secret, which PKCE replaces. */
export const demoClientId = (projectId: string): string => `demo-${projectId}`
function projectOf(clientId: string | null): string | null {
  const id = clientId?.startsWith('demo-') ? clientId.slice('demo-'.length) : null
  return id !== null && isUuid(id) ? id.toLowerCase() : null
}

const unknownFlow = () =>
  new AppError('invalid_parameter', 'Unknown request to the demo service', {
    hint: 'Start with a link: POST /api/v1/connected_accounts/link.',
  })

export type DemoDeps = { db: Db; clock: Clock; newId: NewId; publicUrl: URL }

/**
 * An OAuth service inside the product, so that the whole way can be tried with nothing configured. It is a real one: codes
 * are honoured once, refresh tokens rotate, and one that is shown twice ends the grant. It guards nothing but a name.
 */
export function createDemoService({ db, clock, newId, publicUrl }: DemoDeps) {
  const callback = () => new URL('/oauth/callback', publicUrl).href

  async function tokensFor(
    grant: DemoGrant,
  ): Promise<(tx: Parameters<typeof issueTokens>[0]) => Promise<DemoResponse>> {
    const token = () => `${grant.project_id}.${newToken(tokenBytes)}`
    const [accessToken, refreshToken] = [token(), token()]
    const accessExpiresAt = new Date(clock.now().getTime() + accessMs)
    return async (tx) => {
      await issueTokens(tx, grant, {
        accessHash: hashToken(accessToken),
        accessExpiresAt,
        refreshHash: hashToken(refreshToken),
      })
      return json(200, {
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: accessMs / 1000,
        refresh_token: refreshToken,
        scope: grant.scopes.join(' '),
      })
    }
  }

  function byCode(projectId: string, form: URLSearchParams): Promise<DemoResponse> {
    return db.tx(async (tx) => {
      const grant = await lockGrantBy(tx, projectId, 'code_hash', hashToken(form.get('code') ?? ''))
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      const isSound =
        grant !== null &&
        grant.revoked_at === null &&
        new Date(grant.code_expires_at) > clock.now() &&
        grant.redirect_uri === form.get('redirect_uri') &&
        grant.code_challenge === challenge
      if (!isSound)
        return refuse('invalid_grant', 'The code is unknown, already used, or was issued to another client.')
      return (await tokensFor(grant))(tx)
    })
  }

  function byRefresh(projectId: string, form: URLSearchParams): Promise<DemoResponse> {
    const hash = hashToken(form.get('refresh_token') ?? '')
    return db.tx(async (tx) => {
      const grant = await lockGrantBy(tx, projectId, 'refresh_hash', hash)
      if (grant && grant.revoked_at === null) return (await tokensFor(grant))(tx)
      const spent = await lockGrantBy(tx, projectId, 'spent_refresh_hash', hash)
      if (spent) await revokeGrant(tx, spent, clock.now())
      return refuse('invalid_grant', 'The refresh token is unknown, spent or revoked.')
    })
  }

  return {
    /** What the user is requested to consent to; throws when the request is not one of ours. */
    async readRequest(query: URLSearchParams) {
      const projectId = projectOf(query.get('client_id'))
      const isSound =
        projectId !== null &&
        query.get('response_type') === 'code' &&
        query.get('redirect_uri') === callback() &&
        query.get('code_challenge_method') === 'S256' &&
        (query.get('code_challenge') ?? '') !== '' &&
        (await hasProject(db, projectId))
      if (!isSound) throw unknownFlow()
      const scopes = (query.get('scope') ?? '')
        .split(' ')
        .filter((each) => (demoScopes as readonly string[]).includes(each))
      return { projectId, scopes }
    },
    /** Where the person goes with the decision. */
    async decide(query: URLSearchParams, isAllowed: boolean): Promise<string> {
      const { projectId, scopes } = await this.readRequest(query)
      const target = new URL(callback())
      target.searchParams.set('state', query.get('state') ?? '')
      target.searchParams.set('iss', publicUrl.origin)
      if (!isAllowed) {
        target.searchParams.set('error', 'access_denied')
        return target.href
      }
      // Nothing is written for an unknown caller: only a flow that a key of the project began has such a state.
      const link = await findState(db, hashToken(query.get('state') ?? ''))
      const at = clock.now()
      if (!link || link.project_id !== projectId || link.used_at !== null) throw unknownFlow()
      const code = newToken(tokenBytes)
      await insertGrant(db, {
        project_id: projectId,
        id: newId(),
        username: demoUser.username,
        scopes,
        at,
        code_challenge: query.get('code_challenge'),
        redirect_uri: callback(),
        codeHash: hashToken(code),
        codeExpiresAt: new Date(at.getTime() + codeMs),
      })
      target.searchParams.set('code', code)
      return target.href
    },
    async token(form: URLSearchParams): Promise<DemoResponse> {
      const projectId = projectOf(form.get('client_id'))
      if (projectId === null) return refuse('invalid_client', 'There is no such client.')
      if (form.get('grant_type') === 'authorization_code') return byCode(projectId, form)
      if (form.get('grant_type') === 'refresh_token') return byRefresh(projectId, form)
      return refuse('unsupported_grant_type', 'Ask with authorization_code or refresh_token.')
    },
    async revoke(form: URLSearchParams): Promise<DemoResponse> {
      const projectId = projectOf(form.get('client_id'))
      if (projectId === null) return refuse('invalid_client', 'There is no such client.')
      const hash = hashToken(form.get('token') ?? '')
      await db.tx(async (tx) => {
        const grant =
          (await lockGrantBy(tx, projectId, 'refresh_hash', hash)) ??
          (await findGrantByAccess(tx, projectId, hash))
        if (grant) await revokeGrant(tx, grant, clock.now())
      })
      return json(200, {})
    },
    /** Null when the token is not one that is good today. */
    async whoami(token: string): Promise<typeof demoUser | null> {
      const projectId = token.split('.', 1)[0]!
      if (!isUuid(projectId)) return null
      const grant = await findGrantByAccess(db, projectId, hashToken(token))
      const isGood =
        grant !== null &&
        grant.revoked_at === null &&
        grant.access_expires_at !== null &&
        new Date(grant.access_expires_at) > clock.now()
      return isGood ? demoUser : null
    },
  }
}

export type DemoService = ReturnType<typeof createDemoService>
