import type { TableCollection } from '@stoa/sdk'
import { CopyId } from '../../../components/actions/copy-id.tsx'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'

export type Migration = NonNullable<TableCollection['migration']>

/** The rows that conflict with the change, with the first of them. */
export const MigrationBlockers = ({ migration }: { migration: Migration }) => (
  <div className="error-alert migration-blockers" role="alert">
    <p className="error-alert-message">
      Existing rows do not match the new schema. Nothing was changed. Fix the rows or the fields.
    </p>
    <ul>
      {migration.blockers.map(({ field, rule, message, count, examples }) => (
        <li key={`${field} ${rule}`}>
          <code>{field}</code> {message}: {formatAmount(count)} {count === 1 ? 'row' : 'rows'}, such as{' '}
          {examples.slice(0, 3).map((id) => (
            <CopyId key={id} id={id} isShort />
          ))}
        </li>
      ))}
    </ul>
  </div>
)

type ConfirmMigrationProps = {
  migration: Migration
  removed: readonly string[]
  run(): Promise<unknown>
  onClose(): void
}

export const ConfirmMigration = ({ migration, removed, run, onClose }: ConfirmMigrationProps) => (
  <ConfirmDialog
    title="Migrate existing rows?"
    confirmLabel="Save and migrate rows"
    variant={removed.length > 0 ? 'danger' : 'primary'}
    run={run}
    onClose={onClose}
  >
    <p>
      {formatAmount(migration.checkedDocuments)} rows checked, all valid.{' '}
      {formatAmount(migration.rewrittenDocuments)} rows will get a new version.
    </p>
    {removed.length > 0 && (
      <p>
        Removed fields: <strong>{removed.join(', ')}</strong>. In a strict table their values are deleted; the
        history keeps them until it expires.
      </p>
    )}
  </ConfirmDialog>
)
