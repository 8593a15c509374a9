import { AppError } from '../errors.ts'

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'XMinioStorageFull', 'QuotaExceeded', 'InsufficientCapacity'])
const brokenCodes = new Set(['EACCES', 'EPERM', 'EROFS', 'EIO', 'ENODEV', 'ESTALE'])
const networkCode = /^E(CONN|NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH|PIPE)/

/** Turns what the storage did into what the caller is told; what is no failure of the storage stays as it is. */
export function translateStorageFailure(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  const { code = '', $metadata } = error as NodeJS.ErrnoException & {
    $metadata?: { httpStatusCode?: number }
  }
  if (fullCodes.has(code) || fullCodes.has(error.name) || $metadata?.httpStatusCode === 507) {
    return new AppError('storage_full', 'There is no space left to store this.', {
      hint: 'Free some space or make the storage larger; nothing was stored, and it can be tried again.',
      cause: error,
    })
  }
  const isRemote =
    $metadata !== undefined || error.name === 'TimeoutError' || error.name === 'CredentialsProviderError'
  if (isRemote || brokenCodes.has(code) || networkCode.test(code)) {
    return new AppError('service_unavailable', 'The storage for files cannot be used at the moment.', {
      hint: 'Its operator finds the reason in the log.',
      cause: error,
    })
  }
  return error
}
