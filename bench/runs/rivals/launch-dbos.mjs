import { DBOS } from '@dbos-inc/dbos-sdk'

/** Connects DBOS to the database over its Unix socket, with as many connections as our own server has. */
export async function launchDbos({ host, user, password = '', database }) {
  DBOS.setConfig({
    name: 'bench',
    systemDatabaseUrl: `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`,
    systemDatabasePoolSize: 10,
    logLevel: 'error',
    runAdminServer: false,
  })
  await DBOS.launch()
}
