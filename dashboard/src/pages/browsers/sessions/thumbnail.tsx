import type { BrowserSession } from '@stoa/sdk'
import AppWindow from 'lucide-react/icons/app-window'
import { useEffect, useRef, useState } from 'react'
import { readLiveImage } from '../../../../../server/pages/live-view.js'
import { streamPathOf, tokenIn } from '../../../features/browsers/browser-paths.ts'
import './thumbnail.css'

const everyMs = 4_000
// Twice the size that it is shown in, for dense screens.
const width = 192

/**
 * A small image of a running session, taken from its live view every few seconds. By a snapshot it would count as use, and
 * the session would never be idle while someone looks at the list.
 */
export function SessionThumbnail({ session }: { session: BrowserSession }) {
  const { id, alive, driver, viewport, url } = session
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  const token = useRef<string | null>(null)
  token.current = tokenIn(session.liveViewUrl)
  // Until it has a page, its browser is being started.
  const isShown = alive && driver === 'chromium' && url !== null

  useEffect(() => {
    if (!isShown) return
    const closing = new AbortController()
    const read = async () => {
      if (token.current === null || document.hidden) return
      const image = await readLiveImage(streamPathOf(id), token.current, closing.signal)
      const bitmap =
        image &&
        (await createImageBitmap(image, { resizeWidth: width, resizeQuality: 'high' }).catch(() => null))
      const screen = canvas.current
      if (!bitmap || !screen) return
      screen.getContext('2d')?.drawImage(bitmap, 0, 0, screen.width, screen.height)
      bitmap.close()
      setDrawn(true)
    }
    void read()
    const timer = setInterval(() => void read(), everyMs)
    return () => {
      clearInterval(timer)
      closing.abort()
    }
  }, [id, isShown])

  return (
    <span className="browser-thumbnail" data-drawn={isShown && isDrawn ? '' : undefined}>
      {isShown && (
        <canvas
          ref={canvas}
          width={width}
          height={Math.round((width * viewport.height) / viewport.width)}
          aria-hidden
        />
      )}
      {!(isShown && isDrawn) && <AppWindow size={16} aria-hidden />}
    </span>
  )
}
