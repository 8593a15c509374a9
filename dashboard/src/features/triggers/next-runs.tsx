/** In the time zone of the schedule, which its expression is about. */
export function NextRuns({ times, timeZone }: { times: readonly string[]; timeZone: string }) {
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  })
  return (
    <ol>
      {times.map((at) => (
        <li key={at}>
          <time dateTime={at} className="number">
            {format.format(new Date(at))}
          </time>
        </li>
      ))}
    </ol>
  )
}
