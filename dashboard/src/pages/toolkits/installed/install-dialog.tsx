import type { OfferedToolkitDetails } from '@stoa/sdk'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { SelectField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { DescriptionList } from '../../../components/layout/page.tsx'
import { formatFileSize } from '../../../components/text/format-number.ts'
import { pluralize } from '../../../components/text/pluralize.ts'
import { toolkitUrl } from '../../../features/toolkits/toolkits-api.ts'
import { useProject, useRead, useRefresh } from '../../../project.ts'
import { installPath, registryDetailsPath, shortName } from './installed-api.ts'
import { InstallState } from './registry-list.tsx'

/** What a package is, before its code is taken. */
export function InstallDialog({ name, onClose }: { name: string; onClose(): void }) {
  const { data, error, refetch } = useRead(['offered-toolkits', 'one', name], (api, signal) =>
    api.get(registryDetailsPath, { query: { package: name }, signal }),
  )
  return (
    <Dialog title={`Install ${shortName(name)}`} onClose={onClose}>
      {data ? (
        <InstallForm offered={data} onClose={onClose} />
      ) : error ? (
        <ErrorAlert error={error} retry={() => void refetch()} />
      ) : (
        <SkeletonLines count={5} />
      )}
    </Dialog>
  )
}

function InstallForm({ offered, onClose }: { offered: OfferedToolkitDetails; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const form = useForm({ version: offered.version })
  const { version } = form.values
  const isNewest = version === offered.version
  const install = form.submit(async () => {
    const created = await api.post(installPath, { body: { package: offered.package, version } })
    toasts.success(`${created.slug} ${created.version} installed: ${pluralize(created.toolCount, 'tool')}`, {
      label: 'View',
      run: () => void navigate({ to: toolkitUrl(created.slug) }),
    })
    await refresh(['installed-toolkits'], ['offered-toolkits'], ['toolkits'], ['toolkit'], ['tools'])
    onClose()
  })
  const verb = offered.installedVersion === null ? 'Install' : 'Switch to'
  return (
    <form className="form" noValidate onSubmit={install}>
      <p>{offered.description || 'No description.'}</p>
      <DescriptionList
        facts={[
          ['Package', <code key="package">{offered.package}</code>],
          ['Licence', offered.license ?? <span className="muted">unspecified</span>],
          [
            'Size',
            offered.sizeBytes === null ? (
              <span className="muted">unknown</span>
            ) : (
              formatFileSize(offered.sizeBytes)
            ),
          ],
          ['On this server', <InstallState key="state" offered={offered} />],
        ]}
      />
      <SelectField
        {...form.bind('version')}
        label="Version"
        choices={offered.versions.map((each) => ({
          value: each,
          label: each === offered.version ? `${each} (latest)` : each,
        }))}
      />
      {isNewest && offered.reason !== null && (
        <p className="connect-state">
          <Status kind="bad">Cannot be installed: {offered.reason}</Status>
        </p>
      )}
      <p className="small" role="status">
        {form.isBusy ? (
          <Status kind="warn">Downloading, verifying and reading tools</Status>
        ) : (
          <span className="muted">
            The package is verified against the registry checksum and runs only in an isolated process.
          </span>
        )}
      </p>
      {form.failure !== null && <ErrorAlert error={form.failure} />}
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          hasInitialFocus
          isBusy={form.isBusy}
          disabled={isNewest && !offered.isInstallable}
        >
          {version === offered.installedVersion ? 'Reinstall' : `${verb} ${version}`}
        </Button>
      </DialogFoot>
    </form>
  )
}
