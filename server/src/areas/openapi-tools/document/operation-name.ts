const verbs = new Set(
  `abort accept acknowledge activate add aggregated analyze append apply approve archive assign attach authorize begin block
  calculate cancel change check clear clone close commit complete compute configure confirm connect copy create deactivate
  decline decrypt delete deny deploy describe destroy detach disable disconnect download duplicate edit enable encrypt end evaluate exchange
  execute export fetch filter find finish generate get grant import insert install invalidate invite invoke join leave link list
  load lock lookup mark merge modify move open patch pause ping post preview process provision publish pull purge push put query
  read rebuild refresh register reject release remove rename renew replace request reset resize resolve restart restore restrict
  resume retrieve retry revoke rollback rotate run save schedule search send set sign signin signup start stop submit subscribe
  suspend switch sync terminate test track transfer translate trash trigger unarchive unassign unblock undelete uninstall unlink
  unlock unpublish unsubscribe untrash update upgrade upload upsert validate verify watch write`.split(/\s+/),
)

const initials: Readonly<Record<string, string>> = Object.fromEntries(
  `ACL API APIs CPU CRM CSV DNS FAQ HTML HTTP HTTPS IAM ID IDs IP IPs JSON OAuth PDF SEO SMS SQL SSH SSL TLS UI URI URL URLs UUID VM
  VMs VPC VPN XML`
    .split(/\s+/)
    .map((each) => [each.toLowerCase(), each]),
)

// A text with one of them is a sentence.
const articles = new Set(['a', 'an', 'the', 'this'])

/** Where what is done begins, behind what it is done to; 0 where it begins with that, or says none. */
function startOfAction(words: readonly string[]): number {
  if (verbs.has(words[0]!) || words.some((word) => articles.has(word))) return 0
  let at = words.findLastIndex((word) => verbs.has(word))
  for (let before = words[at - 1]; at > 1; before = words[at - 1]) {
    if (before === 'batch' || before === 'bulk' || before === 'partial') at--
    else if ((before === 'or' || before === 'and') && verbs.has(words[at - 2]!)) at -= 2
    else break
  }
  return Math.max(at, 0)
}

/**
 * The name that programs use for an operation, for people: `users messages send` is "Users messages: send", and
 * `listApiTokens` "List API tokens". What is written for people is left as it is.
 */
export function spokenName(name: string): string {
  if (!/^[a-z](?:[A-Za-z0-9_./-]*|[a-z0-9 _/-]*)(?:\(\))?$/.test(name)) return name
  const words = name
    .replace(/\(\)$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _./-]+/)
    .filter(Boolean)
  const action = startOfAction(words)
  const spoken = words.map((word, at) => (initials[word] ?? word) + (at === action - 1 ? ':' : ''))
  const text = spoken.join(' ')
  return text[0]!.toUpperCase() + text.slice(1)
}
