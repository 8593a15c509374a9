import { useState } from 'react'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Status } from '../../components/feedback/status.tsx'
import { Card } from '../../components/layout/page.tsx'
import { formatAmount, formatStorage } from '../../components/text/format-number.ts'
import { actAs, projectUser } from '../../features/end-users/act-as.ts'
import { fileTypeNames } from '../../features/files/file-types.tsx'
import { useFilters } from '../../filters.ts'
import { useRead } from '../../project.ts'
import { preferences } from '../../state/preferences.ts'
import './storage-card.css'

const pollMs = 15_000
const shownUsers = 6
const kbPerGb = 1024 * 1024

type Slice = { id: string; label: string; kb: number; note?: string; onSelect?(): void }

/** Used storage by type or end user, and how much is free. */
export function StorageCard() {
  const { filters, set } = useFilters()
  const [by, setBy] = useState(() => preferences.get('storage-by') ?? 'type')
  const { owner } = filters
  const used = useRead(
    ['storage', owner],
    (api, signal) =>
      actAs(api, owner).get('/api/v1/file/storage-breakdown', { query: { byType: true }, signal }),
    { refetchInterval: pollMs, keepsPrevious: true },
  )
  const users = useRead(
    ['storage', 'users'],
    (api, signal) =>
      api.get('/api/v1/external-users', {
        query: { sortBy: 'storageUsedKb', sortOrder: 'DESC', limit: shownUsers },
        signal,
      }),
    { refetchInterval: pollMs, isEnabled: by === 'user' },
  )
  const choose = (next: string) => {
    preferences.set('storage-by', next)
    setBy(next)
  }
  const { data } = used
  const actions = (
    <fieldset className="storage-by">
      <legend className="visually-hidden">Storage by</legend>
      <ByButton name="type" label="By type" by={by} onChoose={choose} />
      <ByButton name="user" label="By end user" by={by} onChoose={choose} />
    </fieldset>
  )
  if (!data) {
    return (
      <Card title="Storage" actions={actions}>
        {used.error ? (
          <ErrorAlert error={used.error} retry={() => void used.refetch()} />
        ) : (
          <div className="storage-loading">
            <SkeletonLines count={3} />
          </div>
        )}
      </Card>
    )
  }
  const slices: Slice[] =
    by === 'user'
      ? ofUsers(users.data ?? [], data.projectUsedKb, (name) => set({ owner: name }))
      : (data.byType ?? []).map(({ fileType, files, usedKb }) => ({
          id: fileType,
          label: fileTypeNames[fileType],
          kb: usedKb,
          note: formatAmount(files),
          onSelect: () => set({ fileType: filters.fileType === fileType ? undefined : fileType }),
        }))
  const limitKb = data.limitGb === null ? null : data.limitGb * kbPerGb
  return (
    <Card title="Storage" actions={actions}>
      <p className="storage-sum">
        <span>
          <strong className="number">{formatStorage(data.projectUsedKb)}</strong>
          <span className="muted">
            {limitKb === null ? ' used, no limit' : ` of ${formatStorage(limitKb)} used`}
          </span>
        </span>
        {owner && (
          <span className="muted">
            {owner === projectUser ? 'Project' : owner}: {formatStorage(data.endUserUsedKb)}
            {data.endUserLimitGb !== null && ` of ${formatStorage(data.endUserLimitGb * kbPerGb)}`}
          </span>
        )}
        {limitKb !== null && <StorageMeter usedKb={data.projectUsedKb} limitKb={limitKb} />}
      </p>
      <StorageBar slices={slices} limitKb={limitKb} />
    </Card>
  )
}

type UserUsage = { id: string; name: string; resourceStats: { storageUsedKb: number } }

/** The largest by name, and all others together. */
function ofUsers(users: readonly UserUsage[], totalKb: number, choose: (name: string) => void): Slice[] {
  const named = users
    .filter(({ resourceStats }) => resourceStats.storageUsedKb > 0)
    .map(
      ({ id, name, resourceStats }): Slice => ({
        id,
        label: name === projectUser ? 'Project' : name,
        kb: resourceStats.storageUsedKb,
        onSelect: () => choose(name),
      }),
    )
  const rest = totalKb - named.reduce((sum, { kb }) => sum + kb, 0)
  // Less than a byte is rounding.
  return rest > 1 / 1024 && users.length === shownUsers
    ? [...named, { id: 'rest', label: 'Other', kb: rest }]
    : named
}

const StorageBar = ({ slices, limitKb }: { slices: readonly Slice[]; limitKb: number | null }) => {
  const usedKb = slices.reduce((sum, { kb }) => sum + kb, 0)
  return (
    <>
      <div className="storage-bar" aria-hidden>
        {slices.map(({ id, kb }, index) => (
          <span key={id} className="storage-slice" data-tone={index % 7} style={{ flexGrow: kb }} />
        ))}
        {(limitKb !== null || usedKb === 0) && (
          <span style={{ flexGrow: Math.max(limitKb === null ? 1 : 0, (limitKb ?? 0) - usedKb) }} />
        )}
      </div>
      {slices.length > 0 && (
        <ul className="storage-legend">
          {slices.map(({ id, label, kb, note, onSelect }, index) => (
            <li key={id}>
              <button type="button" className="storage-key" disabled={!onSelect} onClick={onSelect}>
                <span className="storage-dot" data-tone={index % 7} aria-hidden />
                {label}
                <span className="muted number">
                  {formatStorage(kb)}
                  {note && ` · ${note}`}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const fullAt = 0.9

function StorageMeter({ usedKb, limitKb }: { usedKb: number; limitKb: number }) {
  const share = usedKb / limitKb
  if (share < fullAt) return null
  return <Status kind={share >= 1 ? 'bad' : 'warn'}>{share >= 1 ? 'Full' : 'Nearly full'}</Status>
}

type ByButtonProps = { name: string; label: string; by: string; onChoose(name: string): void }

const ByButton = ({ name, label, by, onChoose }: ByButtonProps) => (
  <button type="button" className="code-tab" aria-pressed={by === name} onClick={() => onChoose(name)}>
    {label}
  </button>
)
