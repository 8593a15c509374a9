import { AppError } from '../../../../kernel/errors.ts'

/**
 * A caller that may write addresses may not have an account of a service that speaks https heard by everyone on the
 * way.
 */
export function refusePlain(address: string, baseUrl: string | null): void {
  if (!/^http:/i.test(address) || !/^https:/i.test(baseUrl ?? '')) return
  throw new AppError('address_not_allowed', 'The account can only be used over https', {
    hint: 'Use https instead of http.',
  })
}
