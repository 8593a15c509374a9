import type { Command } from './command.ts'
import { backupCommand } from './commands/backup.ts'
import { doctorCommand } from './commands/doctor.ts'
import { exportCommand } from './commands/export.ts'
import { keyCreateCommand } from './commands/key-create.ts'
import { migrateCommand } from './commands/migrate.ts'
import { ownerResetCommand } from './commands/owner-reset.ts'
import { passwordResetCommand } from './commands/password-reset.ts'
import { projectCreateCommand } from './commands/project-create.ts'
import { restoreCommand } from './commands/restore.ts'
import { secretsRotateCommand } from './commands/secrets-rotate.ts'
import { startCommand } from './commands/start.ts'
import { statusCommand } from './commands/status.ts'

/** Every command, in the order in which help shows them. */
export const commands: readonly Command[] = [
  startCommand,
  statusCommand,
  doctorCommand,
  projectCreateCommand,
  keyCreateCommand,
  ownerResetCommand,
  passwordResetCommand,
  backupCommand,
  restoreCommand,
  migrateCommand,
  exportCommand,
  secretsRotateCommand,
]
