import { francAll } from 'franc-min'

/** Languages whose words are reduced to stems, by their ISO 639-1 code, with the name of the Snowball algorithm. */
export const stemmers: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  cs: 'czech',
  da: 'danish',
  de: 'german',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hu: 'hungarian',
  hy: 'armenian',
  it: 'italian',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sl: 'slovene',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
}

/** For texts of languages without stems: words are compared as they are. */
export const otherLanguage = 'other'

export const languages = [...Object.keys(stemmers), otherLanguage]

// What the detection knows, in its three letters.
const detected: Readonly<Record<string, string>> = {
  arb: 'ar',
  cat: 'ca',
  ces: 'cs',
  dan: 'da',
  deu: 'de',
  eng: 'en',
  fin: 'fi',
  fra: 'fr',
  hun: 'hu',
  ita: 'it',
  nld: 'nl',
  nno: 'no',
  nob: 'no',
  por: 'pt',
  ron: 'ro',
  rus: 'ru',
  slv: 'sl',
  spa: 'es',
  swe: 'sv',
  tam: 'ta',
  tur: 'tr',
}

const sampleLength = 4_000
// Below this, three-letter statistics are a guess; most short texts here are English.
const leastLength = 40

/** The language of a text from its beginning. */
export function detectLanguage(text: string): string {
  const sample = text.slice(0, sampleLength)
  if (sample.trim().length < leastLength) return /[^\p{ASCII}]/u.test(sample) ? otherLanguage : 'en'
  const [[code] = ['und']] = francAll(sample, { minLength: leastLength })
  return detected[code] ?? otherLanguage
}
