import type { Endpoint } from '../endpoint.ts'

/** The query parameter of lists that means the same as the header `x-act-across-users`. */
export const acrossUsersParam = 'acrossUsers'
const isAcrossUsers = new RegExp(`[?&]${acrossUsersParam}=true(&|$)`)

/** Whether a list takes that parameter. */
export const takesAcrossUsers = ({ access, method, response }: Endpoint): boolean =>
  access === 'end-user' && method === 'GET' && response.kind === 'page'

export const namesAcrossUsers = (url: string): boolean => isAcrossUsers.test(url)
