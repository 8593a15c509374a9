// Checks the arithmetic of an invoice in cents.
const cents = (amount) => Math.round(amount * 100)

function main({ input: { invoice } }) {
  const problems = []
  const report = (severity, message) => problems.push({ severity, message })
  for (const field of ['number', 'date', 'seller', 'buyer', 'currency'])
    if (!invoice[field]) report('error', `${field} is missing`)
  const lines = invoice.lines || []
  if (lines.length === 0) report('error', 'there are no lines')
  let net = 0
  const taxByRate = {}
  lines.forEach(({ quantity, unitPrice, taxRate = 0, total }, i) => {
    const expected = Math.round(quantity * cents(unitPrice))
    if (total !== undefined && Math.abs(cents(total) - expected) > 1)
      report('error', `line ${i + 1}: ${quantity} x ${unitPrice} is ${expected / 100}, not ${total}`)
    net += expected
    taxByRate[taxRate] = (taxByRate[taxRate] || 0) + expected
  })
  const tax = Object.entries(taxByRate).reduce(
    (sum, [rate, base]) => sum + Math.round((base * Number(rate)) / 100),
    0,
  )
  const compare = (name, expected) => {
    if (invoice[name] !== undefined && Math.abs(cents(invoice[name]) - expected) > 1)
      report('error', `${name} is ${invoice[name]}, but the lines give ${expected / 100}`)
  }
  compare('net', net)
  compare('tax', tax)
  compare('gross', net + tax)
  if (invoice.dueDate && invoice.date && invoice.dueDate < invoice.date)
    report('error', 'it is due before its date')
  if (!invoice.dueDate) report('warning', 'no due date')
  return {
    isConsistent: problems.every(({ severity }) => severity !== 'error'),
    net: net / 100,
    tax: tax / 100,
    gross: (net + tax) / 100,
    problems,
  }
}
