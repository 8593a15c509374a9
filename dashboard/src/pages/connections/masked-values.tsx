import type { ConnectedAccount } from '@stoa/sdk'
import { DescriptionList } from '../../components/layout/page.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'

type Masks = ConnectedAccount['state']['val']

/** Which values are there, since when, and how they end: the values themselves never leave the server. */
export const MaskedValues = ({ masks, none = 'No credentials stored.' }: { masks: Masks; none?: string }) =>
  Object.keys(masks).length === 0 ? (
    <p className="muted">{none}</p>
  ) : (
    <DescriptionList
      facts={Object.entries(masks).map(([name, { hasValue, last4, updatedAt }]) => [
        name,
        hasValue ? (
          <span key={name}>
            <code>••••{last4 ?? ''}</code>{' '}
            <span className="muted small">
              set <TimeAgo at={updatedAt} />
            </span>
          </span>
        ) : (
          <span key={name} className="muted">
            empty
          </span>
        ),
      ])}
    />
  )
