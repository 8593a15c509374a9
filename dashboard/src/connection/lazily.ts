import { type ComponentType, lazy } from 'react'
import { loadChunk } from './load-chunk.ts'

/** A part of the app that is not needed to see a page: loaded when there is time, or when it is opened. */
export const lazily = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() => loadChunk(load).then((component) => ({ default: component })))
