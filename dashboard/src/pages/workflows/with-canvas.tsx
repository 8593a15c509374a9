import { type ComponentType, type ReactNode, Suspense } from 'react'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { lazily } from '../../connection/lazily.ts'

type CanvasParts = typeof import('./canvas-parts.ts')

/** A part that draws a graph. The canvas is larger than all that is around it, which is shown before it is loaded. */
export const canvasPart = <Props,>(pick: (parts: CanvasParts) => ComponentType<Props>) =>
  lazily(() => import('./canvas-parts.ts').then(pick))

export const WithCanvas = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<SkeletonLines count={8} />}>{children}</Suspense>
)
