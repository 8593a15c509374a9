import { isIPv6 } from 'node:net'

/** A part of a text. */
export type Found = { from: number; to: number }

/**
 * What each kind of personal data looks like. None of them looks at a part of the text more than a fixed number of times,
 * so that no text makes them slow: quantifiers have a limit, and a run of characters is entered at its beginning alone.
 */
export const detectors = {
  email: findEmails,
  credit_card: findCards,
  ip: (text: string) => [...allOf(ipv4Form, text), ...findIpv6(text)],
  mac_address: (text: string) => allOf(macForm, text),
  url: (text: string) => allOf(urlForm, text).map((found) => withoutPunctuation(text, found)),
} satisfies Record<string, (text: string) => Found[]>

export type DetectedKind = keyof typeof detectors

const localCharacter = /[\p{L}\p{N}._%+'-]/u
const maxLocal = 64
const domainForm = /(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,63}/uy

/** Around each at sign: what is left and right of it is limited in length. */
function findEmails(text: string): Found[] {
  const found: Found[] = []
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    let from = at
    const first = Math.max(found.at(-1)?.to ?? 0, at - maxLocal)
    while (from > first && localCharacter.test(text[from - 1]!)) from--
    domainForm.lastIndex = at + 1
    if (from < at && domainForm.test(text)) found.push({ from, to: domainForm.lastIndex })
  }
  return found
}

const digitRun = /\d+(?:[ -]\d+)*/g
const groupForm = /\d+/g
const [minDigits, maxDigits] = [13, 19]

/** Numbers of 13 to 19 digits, in groups or not, whose check digit is right. */
function findCards(text: string): Found[] {
  return allOf(digitRun, text).flatMap((run) => {
    const groups = allOf(groupForm, text.slice(run.from, run.to))
    const found: Found[] = []
    for (let first = 0; first < groups.length; first++) {
      const last = lastGroupOfCard(text.slice(run.from, run.to), groups, first)
      if (last === null) continue
      found.push({ from: run.from + groups[first]!.from, to: run.from + groups[last]!.to })
      first = last
    }
    return found
  })
}

function lastGroupOfCard(run: string, groups: readonly Found[], first: number): number | null {
  let digits = ''
  for (let last = first; last < groups.length; last++) {
    const { from, to } = groups[last]!
    if (digits.length + to - from > maxDigits) return null
    digits += run.slice(from, to)
    if (digits.length >= minDigits && hasCheckDigit(digits)) return last
  }
  return null
}

/** The formula of Luhn. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at])
    const doubled = digit * 2
    sum += at % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

const octet = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'
const ipv4Form = new RegExp(`(?<![\\d.])(?:${octet}\\.){3}${octet}(?!\\d|\\.\\d)`, 'g')
const ipv6Run = /(?<![\w:.])[0-9A-Fa-f:.]{2,45}(?![\w:])/g

const findIpv6 = (text: string): Found[] =>
  allOf(ipv6Run, text)
    .map((found) => withoutPunctuation(text, found))
    .filter(({ from, to }) => isIPv6(text.slice(from, to)))

const macForm =
  /(?<![0-9A-Fa-f:-])[0-9A-Fa-f]{2}([:-])[0-9A-Fa-f]{2}(?:\1[0-9A-Fa-f]{2}){4}(?![0-9A-Fa-f]|[:-][0-9A-Fa-f])/g

const urlForm = /(?:(?<![A-Za-z])(?:https?|ftp):\/\/|(?<![\w@.])www\.)[^\s<>"'`{}|\\^]{1,2048}/gi

function allOf(form: RegExp, text: string): Found[] {
  return [...text.matchAll(form)].map(({ index, 0: match }) => ({ from: index, to: index + match.length }))
}

/** A sentence ends behind it, not in it. */
function withoutPunctuation(text: string, { from, to }: Found): Found {
  let end = to
  while (end > from && '.,;:!?)]'.includes(text[end - 1]!) && text.slice(end - 2, end) !== '::') end--
  return { from, to: end }
}
