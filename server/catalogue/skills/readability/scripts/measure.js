// Measures an English text (Flesch reading ease) and names sentences to look at.
const fillers = [
  'very',
  'really',
  'actually',
  'basically',
  'in order to',
  'it should be noted',
  'in terms of',
  'due to the fact',
  'utilize',
  'leverage',
]

function syllables(word) {
  const groups = word
    .toLowerCase()
    .replace(/e$/, '')
    .match(/[aeiouy]+/g)
  return Math.max(1, groups ? groups.length : 1)
}

function main({ input: { text } }) {
  const sentences = text.split(/(?<=[.!?])\s+/).filter((sentence) => /\w/.test(sentence))
  const wordsOf = (part) => part.match(/[A-Za-z'’-]+/g) || []
  const words = wordsOf(text)
  if (words.length === 0) return { words: 0 }
  const perSentence = words.length / sentences.length
  const perWord = words.reduce((sum, word) => sum + syllables(word), 0) / words.length
  const lower = text.toLowerCase()
  return {
    words: words.length,
    sentences: sentences.length,
    wordsPerSentence: Math.round(perSentence * 10) / 10,
    ease: Math.round(206.835 - 1.015 * perSentence - 84.6 * perWord),
    longSentences: sentences.filter((sentence) => wordsOf(sentence).length > 25),
    passives: text.match(/\b(?:is|are|was|were|been|being|be)\s+\w+(?:ed|en)\b/gi) || [],
    fillers: fillers.filter((filler) => new RegExp(`\\b${filler}\\b`).test(lower)),
  }
}
