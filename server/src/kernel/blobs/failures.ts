import { AppError } from '../errors.ts'

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'XMinioStorageFull', 'QuotaExceeded', 'InsufficientCapacity'])
const brokenCodes = new Set(['EACCES', 'EPERM', 'EROFS', 'EIO', 'ENODEV', 'ESTALE'])
const networkCode = /^E(CONN|NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH|PIPE)/

/** Maps a failure of the storage to the error that the caller sees; any other error is returned unchanged. */
export function translateStorageFailure(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  const { code = '', $metadata } = error as NodeJS.ErrnoException & {
    $metadata?: { httpStatusCode?: number }
  }
  if (fullCodes.has(code) || fullCodes.has(error.name) || $metadata?.httpStatusCode === 507) {
    return new AppError('storage_full', 'The file storage is full.', {
      hint: 'Free some space or enlarge the storage, then retry; nothing was stored.',
      cause: error,
    })
  }
  const isRemote =
    $metadata !== undefined || error.name === 'TimeoutError' || error.name === 'CredentialsProviderError'
  if (isRemote || brokenCodes.has(code) || networkCode.test(code)) {
    return new AppError('service_unavailable', 'The file storage is currently unavailable.', {
      hint: 'The server log contains the reason.',
      cause: error,
    })
  }
  return error
}
