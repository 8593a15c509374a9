import type { OfferedToolkitDetails } from '@stoa/sdk'
import { useNavigate } from '@tanstack/react-router'
import { fileSize } from '../../../parts/amounts.ts'
import { Button } from '../../../parts/button.tsx'
import { counted } from '../../../parts/counted.ts'
import { Dialog, DialogFoot } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { SelectField } from '../../../parts/field.tsx'
import { Facts } from '../../../parts/page.tsx'
import { SkeletonLines } from '../../../parts/skeleton.tsx'
import { Status } from '../../../parts/status.tsx'
import { toasts } from '../../../parts/toast-store.ts'
import { useForm } from '../../../parts/use-form.ts'
import { useProject, useRead, useRefresh } from '../../../project.tsx'
import { toolkitAddress } from '../toolkit-paths.ts'
import { installPath, offeredDetailsPath, shortName } from './installed-paths.ts'
import { OfferState } from './offered-list.tsx'

/** What a package is, before its code is taken. */
export function InstallDialog({ name, onClose }: { name: string; onClose(): void }) {
  const { data, error, refetch } = useRead(['offered-toolkits', 'one', name], (api, signal) =>
    api.get(offeredDetailsPath, { query: { package: name }, signal }),
  )
  return (
    <Dialog title={`Install ${shortName(name)}`} onClose={onClose}>
      {data ? (
        <InstallForm offered={data} onClose={onClose} />
      ) : error ? (
        <Failure error={error} retry={() => void refetch()} />
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
    const made = await api.post(installPath, { body: { package: offered.package, version } })
    toasts.tell(`${made.slug} ${made.version} installed: ${counted(made.toolCount, 'tool')}`, {
      label: 'View',
      run: () => void navigate({ to: toolkitAddress(made.slug) }),
    })
    await refresh(['installed-toolkits'], ['offered-toolkits'], ['toolkits'], ['toolkit'], ['tools'])
    onClose()
  })
  const verb = offered.installedVersion === null ? 'Install' : 'Switch to'
  return (
    <form className="form" noValidate onSubmit={install}>
      <p>{offered.description || 'No description.'}</p>
      <Facts
        facts={[
          ['Package', <code key="package">{offered.package}</code>],
          ['Licence', offered.license ?? <span className="muted">unspecified</span>],
          [
            'Size',
            offered.sizeBytes === null ? <span className="muted">unknown</span> : fileSize(offered.sizeBytes),
          ],
          ['On this server', <OfferState key="state" offered={offered} />],
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
      {form.failure !== null && <Failure error={form.failure} />}
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          look="primary"
          isFirst
          isBusy={form.isBusy}
          disabled={isNewest && !offered.isInstallable}
        >
          {version === offered.installedVersion ? 'Reinstall' : `${verb} ${version}`}
        </Button>
      </DialogFoot>
    </form>
  )
}
