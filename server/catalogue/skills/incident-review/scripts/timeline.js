// Sorts events of an incident and computes durations in minutes.
const moments = ['started', 'detected', 'acknowledged', 'mitigated', 'resolved']

function main({ input: { events } }) {
  const timeline = events
    .map((event) => ({ ...event, time: Date.parse(event.at) }))
    .sort((a, b) => a.time - b.time)
  const invalid = timeline.filter(({ time }) => Number.isNaN(time)).map(({ what }) => what)
  if (invalid.length > 0) throw new Error(`These events have no valid time: ${invalid.join(', ')}`)
  const first = (moment) => timeline.find((event) => event.moment === moment)
  const start = first('started')
  const minutes = {}
  for (const moment of moments.slice(1)) {
    const event = first(moment)
    if (start && event) minutes[`to_${moment}`] = Math.round((event.time - start.time) / 6000) / 10
  }
  return {
    timeline: timeline.map(({ at, what, time }) => ({
      at,
      what,
      offsetMinutes: start ? Math.round((time - start.time) / 60000) : null,
    })),
    minutes,
    missing: moments.filter((moment) => !first(moment)),
  }
}
