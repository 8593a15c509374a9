// Shares with margins (95 %), means, cross tables and a net promoter score.
const round = (value) => Math.round(value * 10) / 10
const minGroup = 5

function shares(values) {
  const counts = {}
  for (const value of values) counts[value] = (counts[value] || 0) + 1
  return Object.entries(counts)
    .map(([answer, count]) => {
      const share = count / values.length
      return {
        answer,
        count,
        percent: round(share * 100),
        margin: round(196 * Math.sqrt((share * (1 - share)) / values.length)),
      }
    })
    .sort((a, b) => b.count - a.count)
}

function describe(values) {
  const isNumber = values.every((value) => typeof value === 'number')
  const facts = { answers: values.length, shares: shares(values) }
  return isNumber
    ? { ...facts, mean: round(values.reduce((sum, value) => sum + value, 0) / values.length) }
    : facts
}

const valuesOf = (rows, name) =>
  rows.map((row) => row[name]).filter((value) => value !== undefined && value !== null && value !== '')

function main({ input: { rows, by, promoter } }) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => name !== by)
  const result = {
    people: rows.length,
    questions: Object.fromEntries(names.map((name) => [name, describe(valuesOf(rows, name))])),
  }
  if (promoter) {
    const scores = valuesOf(rows, promoter)
    const percent = (test) => (scores.filter(test).length / scores.length) * 100
    result.netPromoterScore = Math.round(percent((score) => score >= 9) - percent((score) => score <= 6))
  }
  if (by) {
    const groups = [...new Set(valuesOf(rows, by))].sort()
    result.groups = groups.map((group) => {
      const own = rows.filter((row) => row[by] === group)
      if (own.length < minGroup) return { group, people: own.length, isHidden: true }
      return {
        group,
        people: own.length,
        questions: Object.fromEntries(names.map((name) => [name, describe(valuesOf(own, name))])),
      }
    })
  }
  return result
}
