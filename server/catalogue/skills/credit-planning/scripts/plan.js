// Sums workloads into a plan with caps.
const round = (value) => Math.round(value * 100) / 100

function main({ input }) {
  const { workloads, balance = null, days = 30 } = input
  const rows = workloads.map(({ name, runsPerDay, creditsPerRun, peakFactor = 3 }) => ({
    name,
    perDay: runsPerDay * creditsPerRun,
    peakDay: runsPerDay * creditsPerRun * peakFactor,
  }))
  const perDay = rows.reduce((sum, row) => sum + row.perDay, 0)
  const peakDay = rows.reduce((sum, row) => sum + row.peakDay, 0)
  return {
    perDay: round(perDay),
    perMonth: round(perDay * days),
    runwayDays: balance === null || perDay === 0 ? null : Math.floor(balance / perDay),
    suggestedCap: { period: 'day', credits: Math.ceil(peakDay * 1.2) },
    shares: rows
      .map(({ name, perDay: own }) => ({ name, percent: perDay === 0 ? 0 : round((own / perDay) * 100) }))
      .sort((a, b) => b.percent - a.percent),
  }
}
