import { once } from 'node:events'
import { createServer } from 'node:net'
import { StartFault } from './kernel/start-fault.ts'

type ListenAddress = { host: string; port: number }

/**
 * Throws a `StartFault` when the port cannot be bound. Checked before anything else is touched: a new version that
 * was started beside the old one by mistake must not migrate the database first and fail on the port afterwards.
 */
export async function refuseTakenPort(address: ListenAddress): Promise<void> {
  const probe = createServer()
  try {
    probe.listen({ host: address.host, port: address.port, exclusive: true })
    await once(probe, 'listening')
  } catch (error) {
    throw explainListening(error as NodeJS.ErrnoException, address)
  }
  probe.close()
  await once(probe, 'close')
}

/** What the operator can do about a port that cannot be opened; other failures stay as they are. */
export function explainListening(error: NodeJS.ErrnoException, { host, port }: ListenAddress): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartFault(
        `port ${port} on ${host} is in use`,
        'stop the process that uses it, or set PORT to another port',
      )
    case 'EACCES':
      return new StartFault(`port ${port} needs rights this user does not have`, 'set PORT to one above 1023')
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartFault(
        `${host} is not an IP address of this machine`,
        'set HOST to 127.0.0.1, 0.0.0.0 or an IP address of this machine',
      )
    default:
      return error
  }
}
