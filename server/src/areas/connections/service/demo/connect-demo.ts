import type { Db } from '../../../../kernel/db/db.ts'
import { AppError, type IgnoreFields } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { ConnectDemoBody } from '../../schema/account.ts'
import type { Links } from '../accounts/links.ts'
import type { Context } from '../context.ts'
import type { Hosted } from '../hosted/hosted.ts'
import { callbackPath } from '../oauth/redirect-uri.ts'
import type { DemoService } from './demo-service.ts'
import { demoSlug } from './demo-toolkit.ts'

export type ConnectDemoDeps = {
  db: Db
  context: Context
  links: Links
  hosted: Hosted
  demo: DemoService
  isLocal(url: string): boolean
}

/**
 * The same flow as for a user who allows it at the demonstration service, all of it on the server. That service guards
 * nothing but the name of a test user, so there is no one whose consent would be passed over; every other service asks.
 */
export function createConnectDemo({ db, context, links, hosted, demo, isLocal }: ConnectDemoDeps) {
  return async (scope: Scope, body: ConnectDemoBody, ignore: IgnoreFields): Promise<string> => {
    const config = await context.config(db, scope, body.authConfigId)
    // The client of the server itself: one with other URLs could send the code elsewhere.
    if (config.toolkit_slug !== demoSlug || !config.is_provider_managed)
      throw new AppError('invalid_parameter', 'The auth config is not that of the demo service', {
        hint: 'Accounts of other services are connected by a link: POST /api/v1/connected_accounts/link.',
      })
    const link = await links.create(scope, body, ignore)
    const redirect = await hosted.submit(link.linkToken, new URLSearchParams({ action: 'continue' }))
    if (!('cookie' in redirect) || !isLocal(redirect.url))
      throw new AppError('invalid_parameter', 'The demo toolkit leads to another service')
    const back = new URL(await demo.decide(new URL(redirect.url).searchParams, true))
    const result = await hosted.callback(callbackPath, back.searchParams, () => redirect.cookie.value)
    if (!result.isConnected) throw new AppError('upstream_error', result.message, { hint: 'Try again.' })
    return link.connectedAccountId
  }
}

export type ConnectDemo = ReturnType<typeof createConnectDemo>
