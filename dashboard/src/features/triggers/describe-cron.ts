const shorthands: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** The name of a value by its number or by its first letters; null for what is neither. */
function nameIn(names: readonly string[], first: number, text: string): string | null {
  const byLetters = names.find((name) => name.slice(0, 3).toLowerCase() === text.toLowerCase())
  if (byLetters !== undefined) return byLetters
  return /^\d+$/.test(text) ? (names[(Number(text) - first) % names.length] ?? null) : null
}

/** Single values and ranges of a field in words; null for what is more than that. */
function inWords(field: string, nameOf: (text: string) => string | null): string | null {
  const words = field.split(',').map((part) => {
    const [from = '', to, more] = part.split('-')
    if (more !== undefined) return null
    const [start, end] = [nameOf(from), to === undefined ? null : nameOf(to)]
    if (start === null) return null
    return to === undefined ? start : end === null ? null : `${start} to ${end}`
  })
  return words.includes(null) ? null : listed(words as string[])
}

const number = (text: string) => (/^\d{1,2}$/.test(text) ? String(Number(text)) : null)
const stepOf = (field: string) => /^\*\/(\d+)$/.exec(field)?.[1] ?? null
const clock = (hour: string, minute: string) => `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`

function timeInWords(minute: string, hour: string): string | null {
  const every = stepOf(minute)
  if (minute === '*' && hour === '*') return 'Every minute'
  if (every !== null && hour === '*') return `Every ${every} minutes`
  const minutes = minute.split(',').map(number)
  if (minutes.includes(null)) return null
  const everyHours = stepOf(hour)
  if (hour === '*' || everyHours !== null) {
    const hours = everyHours === null ? 'Every hour' : `Every ${everyHours} hours`
    return minute === '0' ? hours : `${hours} at minute ${listed(minutes as string[])}`
  }
  const hours = hour.split(',').map(number)
  if (hours.includes(null)) return null
  return `At ${listed(hours.flatMap((each) => minutes.map((past) => clock(each!, past!))))}`
}

function dayInWords(day: string, weekday: string): string | null {
  const days = day === '*' ? null : inWords(day, number)
  const names = weekday === '*' ? null : inWords(weekday, (text) => nameIn(weekdays, 0, text))
  if ((day !== '*' && days === null) || (weekday !== '*' && names === null)) return null
  const onDays = days === null ? '' : `on day ${days} of the month`
  const onNames = names === null ? '' : `on ${names}`
  // With both, either of them is enough.
  return [onDays, onNames].filter(Boolean).join(' and ')
}

/** A cron expression as people say it: "At 09:00 on Monday to Friday". Null for what takes more than a sentence. */
export function describeCron(expression: string): string | null {
  const text = expression.trim()
  const fields = (shorthands[text.toLowerCase()] ?? text).split(/\s+/)
  if (fields.length !== 5) return null
  const [minute, hour, day, month, weekday] = fields as [string, string, string, string, string]
  const time = timeInWords(minute, hour)
  const days = dayInWords(day, weekday)
  const inMonths = month === '*' ? '' : inWords(month, (each) => nameIn(months, 1, each))
  if (time === null || days === null || inMonths === null) return null
  const isDaily = days === '' && inMonths === '' && time.startsWith('At ')
  return [time, days || (isDaily ? 'every day' : ''), inMonths && `in ${inMonths}`].filter(Boolean).join(' ')
}
