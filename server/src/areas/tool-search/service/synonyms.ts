import { stem } from './words.ts'

/** Words that people use for one another when they ask for a tool. The first ones are the commonest in APIs. */
const groups = [
  'create add new make insert register post open',
  'send post submit deliver publish message',
  'get retrieve fetch read show view find lookup detail describe',
  'list all search query browse enumerate get',
  'update edit modify change patch set rename put',
  'delete remove destroy erase drop cancel trash',
  'upload import attach',
  'download export',
  'start run launch trigger execute invoke begin',
  'stop halt terminate cancel end',
  'email mail message inbox',
  'picture image photo',
  'movie film',
  'song track music',
  'ticket issue bug',
  'repository repo',
  'pr pull merge',
  'person people user member contact customer profile',
  'customer client',
  'money balance fund',
  'payment charge pay',
  'refund reimburse',
  'invoice bill',
  'meeting event appointment calendar',
  'spreadsheet sheet worksheet',
  'document doc file',
  'folder directory',
  'todo task',
  'chat conversation message channel',
  'sms text message',
  'call phone voice',
  'weather forecast temperature',
  'translate translation language',
  'speech voice audio tts',
  'transcribe transcription speech',
  'picture photo avatar',
  'price cost rate quote',
  'currency exchange forex',
  'stock equity ticker share',
  'flight airfare plane',
  'address location geocode place',
  'coordinate latitude longitude geocode',
  'route direction navigation',
  'server instance droplet vm machine host',
  'deploy deployment release',
  'permission access role',
  'secret key token credential',
  'subscribe subscription',
  'comment reply note',
  'label tag',
  'order purchase',
  'product item',
  'shipment shipping delivery parcel package',
  'employee staff worker',
  'job vacancy position',
  'news article headline',
  'video clip movie',
  'book reservation booking',
  'recipe meal food dish',
  'website site page web',
  'form survey questionnaire',
  'response answer reply submission',
  'team group organization org company',
  'block ban',
  'share invite',
  'link url',
  'shorten short',
  'sign signature envelope',
  'log history audit activity',
  'metric statistic analytic report stat',
  'cell value range',
  'row record entry line',
  'column field',
  'database db',
  'star favorite like bookmark',
].map((group) => [...new Set(group.split(' ').map(stem))])

const byTerm = new Map<string, Map<string, number>>()
for (const group of groups)
  for (const term of group) {
    const near = byTerm.get(term) ?? new Map<string, number>()
    for (const other of group) if (other !== term) near.set(other, 0.55)
    byTerm.set(term, near)
  }

// Spellings of the same word.
for (const [word, other] of [
  ['email', 'mail'],
  ['repo', 'repository'],
  ['photo', 'picture'],
  ['pr', 'pull'],
].map((pair) => pair.map(stem)) as [string, string][]) {
  byTerm.get(word)!.set(other, 0.95)
  byTerm.get(other)!.set(word, 0.95)
}

const none: ReadonlyMap<string, number> = new Map()

/** Other terms that may have been meant, and how much each counts beside the one that was said. */
export const synonymsOf = (term: string): ReadonlyMap<string, number> => byTerm.get(term) ?? none
