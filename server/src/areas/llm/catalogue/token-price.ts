/**
 * Vendors list USD per million tokens, the API speaks of USD per token. The point is moved in the text of the
 * number: a division would turn 0.3 into 3.0000000000000004e-7.
 */
export function perToken(usdPerMillion: number): string {
  const form = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(usdPerMillion))
  if (!form) throw new Error(`${usdPerMillion} is not a price`)
  const [, whole = '', fraction = '', exponent = '0'] = form
  const digits = whole + fraction
  const pointAt = whole.length + Number(exponent) - 6
  const integer = pointAt > 0 ? digits.slice(0, pointAt).padEnd(pointAt, '0') : '0'
  const decimals = pointAt > 0 ? digits.slice(pointAt) : digits.padStart(digits.length - pointAt, '0')
  const [head, tail] = [integer.replace(/^0+(?=\d)/, ''), decimals.replace(/0+$/, '')]
  return tail === '' ? head : `${head}.${tail}`
}
