import './avatar.css'

const tints = 5

/** The same name has the same tint everywhere and always. */
const tintOf = (text: string) =>
  ([...text].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 997, 7) % tints) + 1

/** The first letters of a name, in a colour that stays the same. */
export function Avatar({ name, size = 'normal' }: { name: string; size?: 'normal' | 'small' }) {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? ['?']
  const letters = words.length > 1 ? words[0]![0]! + words[1]![0]! : words[0]!.slice(0, 2)
  return (
    <span className="avatar" data-tint={tintOf(name)} data-size={size} aria-hidden>
      {letters.toUpperCase()}
    </span>
  )
}
