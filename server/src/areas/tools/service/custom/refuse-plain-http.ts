import { AppError } from '../../../../kernel/errors.ts'

/**
 * A caller that may set URLs must not send the credentials of an https service in clear over the
 * network.
 */
export function refusePlain(address: string, baseUrl: string | null): void {
  if (!/^http:/i.test(address) || !/^https:/i.test(baseUrl ?? '')) return
  throw new AppError('address_not_allowed', 'The account can only be used over https', {
    hint: 'Use https instead of http.',
  })
}
