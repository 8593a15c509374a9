import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** bubblewrap, where it is installed: namespaces around a process, beside the seal that the process puts on itself. */
export type Bubblewrap = {
  command: string
  /** The pid of a child's parent process, as the child sees it. */
  parentPid: number
}

const paths = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap', '/run/current-system/sw/bin/bwrap']

// The machine's files can be read until the child is sealed, as its programs are there, and none can be written.
const common = ['--die-with-parent', '--new-session', '--ro-bind', '/', '/', '--proc', '/proc']

/**
 * Separate PID, network, UTS and IPC namespaces; a user namespace, too, unless we are root: then the child drops to an
 * unprivileged user by itself, which it could not do in a user namespace.
 */
const walls = () =>
  process.getuid!() === 0
    ? [
        '--unshare-pid',
        '--unshare-net',
        '--unshare-ipc',
        '--unshare-uts',
        '--unshare-cgroup-try',
        ...common,
      ].concat(['--cap-drop', 'ALL', '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID'])
    : ['--unshare-all', ...common]

const firstOfNamespace = 1
const maxTryMs = 5000

/** Null where it is missing, or where the machine does not let it make namespaces. */
export function findBubblewrap(): Bubblewrap | null {
  const command = paths.find((path) => existsSync(path))
  // Without it the process inside could not be found again to look at its seal.
  const canFindChildren = existsSync(childrenOf('self'))
  if (command === undefined || !canFindChildren) return null
  try {
    execFileSync(command, [...walls(), '/bin/true'], { env: {}, stdio: 'ignore', timeout: maxTryMs })
    return { command, parentPid: firstOfNamespace }
  } catch {
    return null
  }
}

// bubblewrap itself would end with its process, and the state in it, when a terminal or a service manager sends a signal
// to all processes of the server. What is ignored stays so in what is executed; the process inside decides for itself.
const ignoringSignals = 'trap "" HUP INT TERM; exec "$@"'

export function inBubblewrap(
  { command }: Bubblewrap,
  inner: string,
  args: readonly string[],
): { command: string; args: readonly string[] } {
  return { command: '/bin/sh', args: ['-c', ignoringSignals, 'sh', command, ...walls(), inner, ...args] }
}

const childrenOf = (pid: number | 'self') =>
  pid === 'self' ? `/proc/self/task/${process.pid}/children` : `/proc/${pid}/task/${pid}/children`

/** The process inside: bubblewrap is its ancestor, with a monitor and the init process of the namespace. */
export function innermost(pid: number): number {
  let at = pid
  for (;;) {
    const [child] = readFileSync(childrenOf(at), 'utf8').split(' ')
    if (!child) return at
    at = Number(child)
  }
}
