import type { BrowserSession, BrowserUserInput, BrowserViewMessage } from '@stoa/sdk'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type LiveView, openLiveView } from '../../../../../server/pages/live-view.js'
import { handoffPath, sessionPath, streamPathOf, tokenIn } from '../../../features/browsers/browser-paths.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'

type ViewState = {
  isConnected: boolean
  /** What the server said last about the page; null until it did. */
  page: BrowserViewMessage | null
  canControl: boolean
  /** Why the last input had no effect. */
  refusal: string | null
}

const nothing: ViewState = { isConnected: false, page: null, canControl: false, refusal: null }

/** The live view of a session on a canvas: to look, or to act while a human is in control. */
export function useLiveView(
  { id: sessionId, handoffId }: Pick<BrowserSession, 'id' | 'handoffId'>,
  screen: RefObject<HTMLCanvasElement | null>,
) {
  const api = useApiAs()
  const view = useRef<LiveView | null>(null)
  const [state, setState] = useState(nothing)

  useEffect(() => {
    if (!screen.current) return
    setState(nothing)
    // A new token for every connection: they are valid for five minutes.
    const readToken = async () =>
      tokenIn(
        handoffId === null
          ? (await api.get(sessionPath, { params: { sessionId } })).liveViewUrl
          : (await api.get(handoffPath, { params: { handoffId } })).liveViewUrl,
      )
    const opened = openLiveView({
      screen: screen.current,
      path: streamPathOf(sessionId),
      readToken,
      onMessage: (message, canControl) =>
        setState((before) => ({
          ...before,
          page: message.type === 'state' ? message : before.page,
          refusal: message.type === 'refused' ? (message.reason ?? null) : null,
          canControl,
        })),
      onConnection: (isConnected) =>
        setState((before) => ({ ...before, isConnected, canControl: isConnected && before.canControl })),
    })
    view.current = opened
    return () => opened.close()
  }, [sessionId, handoffId])

  return { ...state, send: (input: BrowserUserInput) => view.current?.send(input) ?? false }
}

export type LiveViewState = ReturnType<typeof useLiveView>
