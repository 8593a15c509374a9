import type { BrowserRecording, BrowserSession } from '@stoa/sdk'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect, useState } from 'react'
import { IconButton } from '../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { formatRemaining } from '../../../components/text/format-duration.ts'
import { recordingPath } from '../../../features/browsers/browser-paths.ts'
import { actAs } from '../../../features/end-users/act-as.ts'
import { Thumbnail } from '../../../features/files/thumbnail.tsx'
import { useRead } from '../../../project.ts'
import { describeEvent } from './describe-event.ts'
import './recording-card.css'

type Frame = BrowserRecording['frames'][number]

// Long waits between actions are shortened: what is of interest is what changed.
const shownMs = { least: 400, most: 1_500 }

/** What the session showed after each of its actions, image by image. */
export function RecordingCard({ session: { id, alive } }: { session: BrowserSession }) {
  const { data, error, refetch } = useRead(
    ['browsers', 'recording', id],
    (api, signal) => actAs(api).get(recordingPath, { params: { sessionId: id }, signal }),
    { refetchInterval: alive ? 4_000 : false },
  )
  return (
    <Card title="Recording">
      {data === undefined ? (
        error ? (
          <ErrorAlert error={error} retry={() => void refetch()} />
        ) : (
          <SkeletonLines count={4} />
        )
      ) : data.frames.length === 0 ? (
        <p className="muted">No images yet. One is stored after each action.</p>
      ) : (
        <Player frames={data.frames} />
      )}
    </Card>
  )
}

/** Which image is shown; playing continues to the last one. */
function usePlayback(frames: readonly Frame[]) {
  const [at, setAt] = useState(0)
  const [isPlaying, setPlaying] = useState(false)
  const last = frames.length - 1
  useEffect(() => {
    if (!isPlaying) return
    if (at >= last) return setPlaying(false)
    const gapMs = frames[at + 1]!.offsetMs - frames[at]!.offsetMs
    const timer = setTimeout(() => setAt(at + 1), Math.min(shownMs.most, Math.max(shownMs.least, gapMs)))
    return () => clearTimeout(timer)
  }, [isPlaying, at, last])
  return {
    at,
    last,
    isPlaying,
    show(next: number) {
      setPlaying(false)
      setAt(Math.min(last, Math.max(0, next)))
    },
    toggle() {
      if (!isPlaying && at >= last) setAt(0)
      setPlaying(!isPlaying)
    },
  }
}

function Player({ frames }: { frames: readonly Frame[] }) {
  const { at, last, isPlaying, show, toggle } = usePlayback(frames)
  const frame = frames[Math.min(at, last)]!
  const text = frame.action === null ? frame.url : describeEvent({ type: 'action', data: frame.action }).text
  return (
    <figure className="browser-recording">
      <Thumbnail
        fileId={frame.fileId}
        alt={`Page after: ${text}`}
        size="large"
        otherwise={<span className="muted">The image is not available any more.</span>}
      />
      <div className="browser-recording-bar">
        <IconButton
          label="Previous image"
          icon={<ChevronLeft size={16} aria-hidden />}
          disabled={at === 0}
          onClick={() => show(at - 1)}
        />
        <IconButton
          label={isPlaying ? 'Pause' : 'Play'}
          icon={isPlaying ? <Pause size={15} aria-hidden /> : <Play size={15} aria-hidden />}
          onClick={toggle}
        />
        <IconButton
          label="Next image"
          icon={<ChevronRight size={16} aria-hidden />}
          disabled={at >= last}
          onClick={() => show(at + 1)}
        />
        <input
          type="range"
          aria-label="Image of the recording"
          aria-valuetext={`${at + 1} of ${last + 1}: ${text}`}
          min={0}
          max={last}
          value={at}
          onChange={(event) => show(Number(event.target.value))}
        />
        <span className="muted small number">
          {at + 1} / {last + 1}
        </span>
      </div>
      <figcaption className="mono small">
        <span className="muted number">{formatRemaining(frame.offsetMs)}</span> {text}
      </figcaption>
    </figure>
  )
}
