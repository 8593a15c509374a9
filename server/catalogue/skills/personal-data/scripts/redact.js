// Replaces personal data by stable placeholders. Card numbers and IBANs must have a valid checksum.
function luhn(digits) {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const doubled = Number(digits[digits.length - 1 - i]) * (i % 2 === 1 ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

function isIban(text) {
  const moved = text.slice(4) + text.slice(0, 4)
  const digits = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}

const kinds = [
  ['EMAIL', /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, () => true],
  [
    'IBAN',
    /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/g,
    (text) => isIban(text.replaceAll(' ', '')),
  ],
  ['CARD', /\b\d(?:[ -]?\d){12,18}\b/g, (text) => luhn(text.replace(/\D/g, ''))],
  ['IP', /\b(?:\d{1,3}\.){3}\d{1,3}\b/g, (text) => text.split('.').every((part) => Number(part) < 256)],
  ['PHONE', /(?:\+|\b00)\d[\d ()/-]{6,18}\d\b/g, () => true],
]

function main({ input: { text } }) {
  const counts = {}
  const placeholders = {}
  let redacted = text
  for (const [kind, form, isReal] of kinds) {
    const known = new Map()
    redacted = redacted.replace(form, (value) => {
      if (!isReal(value)) return value
      if (!known.has(value)) known.set(value, `[${kind} ${known.size + 1}]`)
      counts[kind] = (counts[kind] || 0) + 1
      placeholders[known.get(value)] = value.length
      return known.get(value)
    })
  }
  return { text: redacted, counts, placeholders: Object.keys(placeholders) }
}
