import { readFile, stat } from 'node:fs/promises'
import { StartFault } from '../../../start-fault.ts'
import { useDatabaseUrl } from '../failures.ts'

/** The user under whom PostgreSQL runs when this process is root. */
export type Account = { uid: number; gid: number }

const candidates = ['postgres', 'node', 'nobody']

type AccountOptions = { ownUid?: number; userFile?: string }

/**
 * Null when PostgreSQL runs as the user of this process. Root gives up its rights, as PostgreSQL refuses to run
 * as root: to the owner of the files if there are any, since no one else could open them.
 */
export async function chooseAccount(
  cluster: string,
  { ownUid = process.getuid!(), userFile = '/etc/passwd' }: AccountOptions = {},
): Promise<Account | null> {
  const owner = await stat(cluster).catch(() => null)
  if (ownUid !== 0) {
    if (owner && owner.uid !== ownUid)
      throw new StartFault(
        `The database in ${cluster} belongs to the user with id ${owner.uid}, this process runs as ${ownUid}.`,
        owner.uid === 0 ? `Run chown -R ${ownUid} ${cluster} as root.` : 'Start as that user or as root.',
      )
    return null
  }
  if (owner?.uid === 0)
    throw new StartFault(
      `The database in ${cluster} belongs to root, and PostgreSQL refuses to run as root.`,
      `Run chown -R nobody ${cluster}, with any unprivileged user in the place of nobody.`,
    )
  return owner ? { uid: owner.uid, gid: owner.gid } : findUnprivileged(userFile)
}

async function findUnprivileged(userFile: string): Promise<Account> {
  const users = parseUsers(await readFile(userFile, 'utf8').catch(() => ''))
  for (const name of candidates) {
    const account = users.get(name)
    if (account && account.uid !== 0) return account
  }
  throw new StartFault(
    `This process is root, PostgreSQL refuses to run as root, and none of the users ${candidates.join(', ')} exists.`,
    `Run as an unprivileged user, add the user postgres, or ${useDatabaseUrl}.`,
  )
}

function parseUsers(text: string): Map<string, Account> {
  const users = new Map<string, Account>()
  for (const line of text.split('\n')) {
    const [name = '', , uid = '', gid = ''] = line.split(':')
    // macOS writes no one's id as -2, which the system reads as an unsigned number.
    if (/^-?\d+$/.test(uid) && /^-?\d+$/.test(gid))
      users.set(name, { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 })
  }
  return users
}
