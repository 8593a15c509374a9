import pg from 'pg'
import { StartFault } from '../start-fault.ts'
import { type ConnectionSettings, sessionConfig } from './postgres.ts'

/** Runs `work` on a dedicated connection, for what a pooled one must not do: hold a lock, stream a table. */
export async function withSession<T>(
  settings: ConnectionSettings,
  applicationName: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(sessionConfig(settings, applicationName))
  let broken: Error | undefined
  client.on('error', (error) => {
    broken ??= error
  })
  try {
    await client.connect()
  } catch (error) {
    client.connection.stream.destroy()
    throw new StartFault(
      `The database ${client.database} at ${client.host}:${client.port} cannot be reached: ${reasonOf(error)}`,
      'Check that the server is running and that its URL, the user and the password are right.',
    )
  }
  try {
    return await work(client)
  } catch (error) {
    // A statement on a broken connection only says that it is broken; why is known from before.
    throw error instanceof StartFault ? error : (broken ?? error)
  } finally {
    await client.end()
  }
}

/**
 * Migrations and copies take as long as they take, whatever limits the role or the database has. Read from the
 * server's own list, because older servers do not know all of these and would refuse to set them.
 */
export const withoutTimeouts = `select set_config(name, '0', false) from pg_settings where name in
  ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`

/**
 * Makes both ends write and read values in the same form, whatever their defaults are. With row security off, a
 * policy that would hide rows from a copy is an error instead of a silent loss.
 */
export const withPortableValues = [
  "set timezone = 'UTC'",
  "set datestyle = 'ISO, YMD'",
  "set intervalstyle = 'postgres'",
  "set bytea_output = 'hex'",
  'set extra_float_digits = 1',
  'set row_security = off',
].join('; ')

/** The name of a table or sequence of ours as it is quoted in a statement. */
export const inPublic = (name: string): string => `public.${pg.escapeIdentifier(name)}`

/** What went wrong, as one line for the operator. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  const text = error instanceof Error ? error.message : String(error)
  return text.replace(/\s+/g, ' ').trim()
}

/** An error for the operator with its cause for the log. One that already is such an error is returned unchanged. */
export const faultFrom = (error: unknown, cause: string, fix: string): StartFault =>
  error instanceof StartFault
    ? error
    : Object.assign(new StartFault(`${cause}: ${reasonOf(error)}`, fix), { cause: error })
