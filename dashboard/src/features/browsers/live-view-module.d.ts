/** The script that the server's own live view runs; the dashboard bundles the same. */
declare module '*/server/pages/live-view.js' {
  import type { BrowserUserInput, BrowserViewMessage } from '@stoa/sdk'

  export type LiveView = { send(input: BrowserUserInput): boolean; close(): void }

  export function openLiveView(options: {
    screen: HTMLCanvasElement
    path: string
    readToken(last: string | null): string | null | Promise<string | null>
    onMessage(message: BrowserViewMessage, canControl: boolean): void
    onConnection(isOpen: boolean): void
  }): LiveView

  export function readLiveImage(path: string, token: string, signal: AbortSignal): Promise<Blob | null>
}
