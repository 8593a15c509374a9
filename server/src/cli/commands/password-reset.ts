import { openInstallation } from '../../installation.ts'
import { StartFault } from '../../kernel/start-fault.ts'
import { acquire } from '../backup/acquire.ts'
import type { Command } from '../command.ts'

export const passwordResetCommand: Command = {
  name: 'password reset',
  takes: ['email'],
  summary: 'Print a one-time link to set a new password, for any account of the dashboard',
  details:
    'Pass the link on to the person. It works once, for 24 hours; using it ends all dashboard sessions of the account. Works while the server runs.',
  async run({ config, secrets, log, words, say, cleanup }) {
    const { app, db } = await acquire(
      cleanup,
      () => openInstallation(config, secrets, log, { mustExist: true }),
      ({ close }) => close(),
    )
    const link = await db.tx((tx) => app.users.newPasswordLinkIn(tx, words[0]!))
    if (!link)
      throw new StartFault(
        `no account has the email address "${words[0]}"`,
        'invite the person under Settings, Members; for the first account run "stoa owner reset"',
      )
    say(`Open this once, to set a new password for ${link.email}:\n  ${link.url}`)
    return { data: link }
  },
}
