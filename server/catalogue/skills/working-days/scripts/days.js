// Calendar arithmetic in working days; dates are texts, so no time zone is involved.
const dayMs = 86400000
const toDay = (text) => Math.round(Date.parse(`${text}T00:00:00Z`) / dayMs)
const toText = (day) => new Date(day * dayMs).toISOString().slice(0, 10)

function calendar({ holidays = [], weekend = [0, 6] }) {
  const free = new Set(holidays)
  const isWorking = (day) => !weekend.includes(new Date(day * dayMs).getUTCDay()) && !free.has(toText(day))
  const next = (day) => {
    let at = day
    while (!isWorking(at)) at++
    return at
  }
  const add = (day, days) => {
    let at = next(day)
    for (let left = days; left > 0; left--) at = next(at + 1)
    return at
  }
  return { isWorking, next, add }
}

function schedule({ start, tasks }, { next, add }) {
  const ends = {}
  const plan = []
  for (const { name, days, after = [] } of tasks) {
    for (const other of after)
      if (!(other in ends)) throw new Error(`${name} follows ${other}, which is not listed before it`)
    const begin =
      after.length === 0 ? next(toDay(start)) : Math.max(...after.map((other) => next(ends[other] + 1)))
    ends[name] = add(begin, Math.max(1, days) - 1)
    plan.push({ name, start: toText(begin), end: toText(ends[name]) })
  }
  return { plan, end: toText(Math.max(...Object.values(ends))) }
}

function main({ input }) {
  const days = calendar(input)
  const result = {}
  if (input.count) {
    let count = 0
    for (let day = toDay(input.count.from); day <= toDay(input.count.to); day++)
      if (days.isWorking(day)) count++
    result.count = count
  }
  if (input.add) result.date = toText(days.add(toDay(input.add.from), input.add.days))
  if (input.schedule) result.schedule = schedule(input.schedule, days)
  return result
}
