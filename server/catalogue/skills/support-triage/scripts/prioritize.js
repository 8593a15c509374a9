// Orders tickets; P1 is the most urgent.
const weights = { impact: 10, urgency: 6, isPaying: 3, isRepeat: 4 }
const always = { abuse: 15, access: 6, billing: 5 }

function main({ input: { tickets } }) {
  const scored = tickets.map((ticket) => {
    const base = Object.entries(weights).reduce(
      (sum, [field, weight]) => sum + weight * Number(ticket[field] || 0),
      0,
    )
    const score = base + (always[ticket.category] || 0)
    const priority = score >= 45 ? 'P1' : score >= 28 ? 'P2' : score >= 14 ? 'P3' : 'P4'
    return { id: ticket.id, priority, score }
  })
  return { order: scored.sort((a, b) => b.score - a.score || String(a.id).localeCompare(String(b.id))) }
}
