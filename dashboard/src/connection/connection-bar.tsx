import RefreshCw from 'lucide-react/icons/refresh-cw'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useEffect, useRef } from 'react'
import { Button } from '../components/actions/button.tsx'
import { useConnection } from './server-connection.ts'
import { useIsOutdated } from './use-is-outdated.ts'
import './connection-bar.css'

/** One bar for the whole app: the server does not respond, or it serves a newer version of this page. */
export function ConnectionBar() {
  const { isOnline } = useConnection()
  const isOutdated = useIsOutdated()
  const bar = useRef<HTMLDivElement>(null)
  const isShown = !isOnline || isOutdated
  // A popover is above dialogs as well, in which most is typed.
  useEffect(() => {
    if (isShown) bar.current?.showPopover()
    else bar.current?.hidePopover()
  }, [isShown])
  return (
    <div ref={bar} popover="manual" className="connection-bar" role="status">
      {!isOnline ? (
        <>
          <WifiOff size={15} aria-hidden />
          <strong>Reconnecting…</strong>
          <span>The server is not responding. Data on this page may be out of date.</span>
        </>
      ) : (
        isOutdated && (
          <>
            <RefreshCw size={15} aria-hidden />
            <span>The server was updated.</span>
            <Button variant="ghost" onClick={() => location.reload()}>
              Reload
            </Button>
          </>
        )
      )}
    </div>
  )
}
