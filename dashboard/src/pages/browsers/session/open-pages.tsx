import type { BrowserSession } from '@stoa/sdk'
import X from 'lucide-react/icons/x'
import { Button, IconButton } from '../../../components/actions/button.tsx'
import { Chip } from '../../../components/feedback/status.tsx'
import { Card } from '../../../components/layout/page.tsx'
import type { BrowserActions } from './use-browser-actions.ts'

type PagesProps = { session: BrowserSession; actions: BrowserActions }

/** The tabs of the browser. A human in control sees the active one alone. */
export function OpenPages({ session: { pages, control }, actions: { act, isBusy } }: PagesProps) {
  const isDisabled = control === 'human' || isBusy
  return (
    <Card title="Pages">
      <ul>
        {pages.map(({ id, url, title, isActive }) => (
          <li className="browser-row" key={id}>
            <span className="truncate" title={url}>
              {title || url}
            </span>
            {isActive ? (
              <Chip>active</Chip>
            ) : (
              <Button disabled={isDisabled} onClick={() => void act({ type: 'switch', pageId: id })}>
                Switch
              </Button>
            )}
            <IconButton
              label={`Close page ${title || url}`}
              icon={<X size={15} aria-hidden />}
              disabled={isDisabled}
              onClick={() => void act({ type: 'closePage', pageId: id })}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
