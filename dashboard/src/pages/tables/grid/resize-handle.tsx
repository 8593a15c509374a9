import { type PointerEvent, useRef } from 'react'
import type { GridColumn } from './grid-columns.ts'

type ResizeHandleProps = { column: GridColumn; onResize(width: number | null): void }

/** For the pointer alone: with the keyboard the head of the column is resized by Shift and the arrows. */
export function ResizeHandle({ column, onResize }: ResizeHandleProps) {
  const start = useRef<{ x: number; width: number } | null>(null)
  const move = (event: PointerEvent) => {
    if (start.current) onResize(start.current.width + event.clientX - start.current.x)
  }
  const end = () => {
    start.current = null
  }
  return (
    <span
      className="grid-resize"
      aria-hidden
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width: column.width }
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onResize(null)}
    />
  )
}
