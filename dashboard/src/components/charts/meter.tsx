import './meter.css'

/** How much of the whole, as a thin bar. The numbers are next to it, so it is not read aloud. */
export const Meter = ({ value, of, isFull = false }: { value: number; of: number; isFull?: boolean }) => (
  <meter
    className="meter"
    max={of > 0 ? of : 1}
    value={Math.max(0, value)}
    data-full={isFull ? '' : undefined}
    aria-hidden
  />
)
