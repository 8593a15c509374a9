import { openInstallation } from '../../installation.ts'
import { acquire } from '../backup/acquire.ts'
import type { Command } from '../command.ts'

export const ownerResetCommand: Command = {
  name: 'owner reset',
  takes: [],
  summary: "Print a one-time link to set the owner's email and password again",
  details:
    'For a forgotten password, or when failed sign-ins from your network make you wait. Works while the server runs. The link works for 24 hours; using it ends all dashboard sessions of the owner.',
  async run({ config, secrets, log, say, cleanup }) {
    const { app, db } = await acquire(
      cleanup,
      () => openInstallation(config, secrets, log, { mustExist: true }),
      ({ close }) => close(),
    )
    const token = await db.tx((tx) => app.users.newResetTokenIn(tx))
    const url = `${config.publicUrl.href.replace(/\/$/, '')}/setup#token=${token}`
    say(`Open this once, to set your email and password:\n  ${url}`)
    return { data: { url } }
  },
}
