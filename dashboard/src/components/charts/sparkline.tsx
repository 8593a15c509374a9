import './sparkline.css'

type SparklineProps = {
  label: string
  values: readonly number[]
  /** What each column is called on hover. */
  nameOf(index: number): string
}

const height = 40
const pitch = 10

/** A row of small columns that says rising, falling or flat; the numbers are next to it. */
export function Sparkline({ label, values, nameOf }: SparklineProps) {
  const largest = Math.max(...values, 0)
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${values.length * pitch} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {values.map((value, index) => {
        const tall = largest > 0 ? Math.max(value > 0 ? 2 : 1, (Math.max(0, value) / largest) * height) : 1
        return (
          <rect
            key={nameOf(index)}
            data-none={value > 0 ? undefined : ''}
            x={index * pitch + 1}
            width={pitch - 2}
            y={height - tall}
            height={tall}
          >
            <title>{nameOf(index)}</title>
          </rect>
        )
      })}
    </svg>
  )
}
