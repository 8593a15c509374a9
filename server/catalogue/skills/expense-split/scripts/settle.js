// Balances in cents, then payments from the largest debt to the largest credit.
function main({ input: { people, expenses } }) {
  const balance = Object.fromEntries(people.map((name) => [name, 0]))
  let total = 0
  let leftOver = 0
  for (const { paidBy, amount, for: sharers = people, shares = {} } of expenses) {
    for (const name of [paidBy, ...sharers])
      if (!(name in balance)) throw new Error(`${name} is not in the list of people`)
    const cents = Math.round(amount * 100)
    const weight = (name) => (shares[name] === undefined ? 1 : shares[name])
    const weights = sharers.reduce((sum, name) => sum + weight(name), 0)
    const parts = sharers.map((name) => Math.floor((cents * weight(name)) / weights))
    const rest = cents - parts.reduce((sum, part) => sum + part, 0)
    parts[0] += rest
    leftOver += rest
    total += cents
    balance[paidBy] += cents
    sharers.forEach((name, i) => {
      balance[name] -= parts[i]
    })
  }
  const payments = []
  const open = { ...balance }
  for (;;) {
    const sorted = people.toSorted((a, b) => open[a] - open[b])
    const [from, to] = [sorted[0], sorted[sorted.length - 1]]
    const cents = Math.min(-open[from], open[to])
    if (cents <= 0) break
    open[from] += cents
    open[to] -= cents
    payments.push({ from, to, amount: cents / 100 })
  }
  return {
    total: total / 100,
    balances: Object.fromEntries(people.map((name) => [name, balance[name] / 100])),
    payments,
    leftOverCents: leftOver,
  }
}
