/**
 * Words that readers of other APIs would have to translate, as patterns, with what to write instead. A word that has a
 * common sense as well (an answer in a chat, an IP address) is banned only where its context shows the other one. A
 * space in a pattern stands for any white space.
 */
const replacements: Readonly<Record<string, string>> = {
  'whoever|whomever': 'the caller, the user, the client',
  'everybody|anybody': 'everyone, anyone, all users',
  'mend(?:s|ed|ing)?': 'fix',
  anew: 'again, recreated',
  'under way': 'in progress, in flight',
  'as usual': 'by default',
  'short way|long way': 'fast path, slow path',
  'handed over': 'passed',
  'goes by (?:that|the) name': 'is named',
  farewell: 'erase user',
  'no room|makes? room|made room': 'capacity, evict',
  'told|tells|telling of': 'reported, returned, notified, logged, shown',
  'asked for|asks for|(?:is|are|was|were|be|been|when|unless|if) asked|asked (?:again|of)':
    'requested, called, queried',
  'in turns|takes? turns': 'alternating, round-robin, one after the other',
  '(?:is|are|was|were|be|been|being) kept(?! (?:alive|open|warm|separate|in sync|up to date))':
    'stored, retained',
  'wires?(?! protocol)': 'API format, protocol, compatible API',
  '(?:web|base|token|callback|redirect|authorization|revocation|https?) address(?:es)?|in the address(?! bar)|address(?:es)? of (?:a|an|the|our|its) (?:page|service|server|site|API|toolkit|provider|webhook|endpoint)':
    'URL',
  '(?:[2345]xx|HTTP|JSON|kept|stored|compressed|empty) answers?|answers? of (?:an? |the )?(?:services?|models?|scripts?|servers?|endpoints?|providers?|requests?)|answers? (?:with )?[2345]\\d\\d|answered with|(?:does|did|do) not answer|never answers':
    'response, responds, returns',
  '(?:is|are|was|were|be|been|has|have|had) gone(?! through)': 'deleted, closed, missing, lost',
  'puts? away|laid aside|lays? [a-z ]{0,12}aside': 'stored, suspended',
  '(?<!round[\\s-]+)trips?': 'round trip',
  "a person(?:'s)?": 'a user, a human',
  "of (?:its|their|our|one's) own(?=[.,;:)]|$| (?:in|on|for|with|to|and|at|which|that|as|by|than|beside|of|from)\\b)":
    'its own …, a separate …',
  'stands?(?!-)(?! (?:out|alone|by)\\b)|stood': 'is, appears, means, matches',
  'goes on|went on|go on (?:with|from|behind|where|until|when|after|by|without)': 'continues, resumes',
  'at once': 'immediately, concurrently, in one call',
  'written down|writ(?:e|es|ing|ten) (?:it |them )?down': 'recorded, serialized, transcribed',
  'lets? go(?: of)?|letting go': 'release, disconnect',
  'handed (?:on|out|in|back|to)|(?<!by )hands? (?:on|out|over)': 'pass on, return, give',
  'for ever': 'forever',
  '(?:go|goes|went|going) away': 'disconnects, is deleted, becomes unavailable',
  'in vain': 'without success, discarded',
  '(?:give|gives|gave|giving) way': 'yield, is replaced',
  'astray|strangers?': 'another address, another user, an unknown caller',
  'what was said': 'the messages, the output, the text',
  '(?:come|comes|came) to (?:its|an|their) end': 'completes, ends, exits',
}

/** Words that occur in data, such as prompts and queries of tests, so that string literals may have them. */
const outsideOfStrings: Readonly<Record<string, string>> = {
  nobody: 'no one, no caller, nothing',
  somebody: 'someone, another caller',
  house: 'server, product, private network',
  'films?': 'video',
  'pictures?': 'image',
}

export type BannedForm = { form: RegExp; instead: string; isAllowedInStrings: boolean }

const formsOf = (words: Readonly<Record<string, string>>, isAllowedInStrings: boolean): BannedForm[] =>
  Object.entries(words).map(([word, instead]) => ({
    form: new RegExp(`(?<![\\w-])(?:${word.replaceAll(' ', '\\s+')})(?![\\w-])`, 'gi'),
    instead,
    isAllowedInStrings,
  }))

export const bannedForms: readonly BannedForm[] = [
  ...formsOf(replacements, false),
  ...formsOf(outsideOfStrings, true),
]
