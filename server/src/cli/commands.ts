import { backupCommand } from './backup.ts'
import type { Command } from './command.ts'
import { doctorCommand } from './doctor.ts'
import { exportCommand } from './export.ts'
import { keyCreateCommand } from './key-create.ts'
import { migrateCommand } from './migrate.ts'
import { projectCreateCommand } from './project-create.ts'
import { restoreCommand } from './restore.ts'
import { secretsRotateCommand } from './secrets-rotate.ts'
import { startCommand } from './start.ts'
import { statusCommand } from './status.ts'

/** Every command, in the order in which help shows them. */
export const commands: readonly Command[] = [
  startCommand,
  statusCommand,
  doctorCommand,
  projectCreateCommand,
  keyCreateCommand,
  backupCommand,
  restoreCommand,
  migrateCommand,
  exportCommand,
  secretsRotateCommand,
]
