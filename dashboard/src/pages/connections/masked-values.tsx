import type { ConnectedAccount } from '@stoa/sdk'
import { Facts } from '../../components/layout/page.tsx'
import { Ago } from '../../components/text/time-ago.tsx'

type Masks = ConnectedAccount['state']['val']

/** Which values are there, since when, and how they end: the values themselves never leave the server. */
export const MaskedValues = ({ masks, none = 'No credentials stored.' }: { masks: Masks; none?: string }) =>
  Object.keys(masks).length === 0 ? (
    <p className="muted">{none}</p>
  ) : (
    <Facts
      facts={Object.entries(masks).map(([name, { hasValue, last4, updatedAt }]) => [
        name,
        hasValue ? (
          <span key={name}>
            <code>••••{last4 ?? ''}</code>{' '}
            <span className="muted small">
              set <Ago at={updatedAt} />
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
