import { constants } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Account } from './account.ts'

const { R_OK, X_OK } = constants

/** Whether the account may come to this file and read it, judged by the permission bits on the way. */
export async function canReach(path: string, account: Account): Promise<boolean> {
  const file = await realpath(path).catch(() => null)
  if (file === null || !(await allows(file, account, R_OK))) return false
  for (let directory = dirname(file); ; directory = dirname(directory)) {
    if (!(await allows(directory, account, X_OK))) return false
    if (directory === dirname(directory)) return true
  }
}

async function allows(path: string, { uid, gid }: Account, permission: number): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  if (!found) return false
  const shift = found.uid === uid ? 6 : found.gid === gid ? 3 : 0
  return ((found.mode >> shift) & permission) === permission
}
