import { AppError, type ErrorDetail } from '../../../../kernel/errors.ts'
import type { AuthScheme } from '../../../toolkits/index.ts'
import type { AccountRow } from '../../store/account.ts'
import type { AuthConfigRow } from '../../store/auth-config.ts'
import { schemeNamed } from '../context.ts'

/** Where the caller has a token already, no one has to consent. */
export const isByConsent = ({ name }: AuthScheme, values: Readonly<Record<string, unknown>>): boolean =>
  name === 'OAUTH2' && !Object.keys(values).some((each) => /^access_?token$/i.test(each))

const refused = (text: string, detail: Omit<ErrorDetail, 'in'>): AppError =>
  new AppError('invalid_parameter', text, { details: [{ in: 'body', ...detail }] })

export function refuseOtherScheme(schemeName: string, config: AuthConfigRow): void {
  if (schemeNamed(schemeName) === config.auth_scheme) return
  throw refused(`The auth config is for ${config.auth_scheme}`, {
    path: '/connection/state/authScheme',
    rule: 'enum',
    message: `must be ${config.auth_scheme}`,
  })
}

/** Credentials of one auth config are not given to an account of another one. */
export function refuseOtherConfig(account: AccountRow, config: AuthConfigRow): void {
  if (account.auth_config_id === config.id) return
  throw refused('The account belongs to another auth config', {
    path: '/connectedAccountId',
    rule: 'reference',
    message: 'must be an account of the auth config',
  })
}

/** The values of a link have another path in the body that creates the account. */
export const inState = (detail: ErrorDetail): ErrorDetail => ({
  ...detail,
  path: detail.path.replace('/connectionData', '/connection/state/val'),
})
