import './skeleton.css'

export const Skeleton = ({ width = '100%' }: { width?: string }) => (
  <span className="skeleton" style={{ width }} aria-hidden />
)

// Uneven, as text is.
const widths = ['70%', '92%', '55%', '80%', '64%']

export const SkeletonLines = ({ count }: { count: number }) => (
  <div className="stack" role="status">
    <span className="visually-hidden">Loading</span>
    {Array.from({ length: count }, (_, index) => (
      <Skeleton key={index} width={widths[index % widths.length]!} />
    ))}
  </div>
)
