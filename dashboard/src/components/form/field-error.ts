import { StoaError } from '@stoa/sdk'

/** A fault that the form itself finds, shown beside its field like those of the server. */
export const fieldError = (field: string, rule: string, message: string): StoaError =>
  new StoaError({
    code: 'invalid_parameter',
    type: 'invalid_request',
    status: 0,
    message,
    details: [{ in: 'body', path: `/${field}`, rule, message }],
  })
