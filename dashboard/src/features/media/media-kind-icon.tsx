import type { LucideIcon } from 'lucide-react'
import AudioLines from 'lucide-react/icons/audio-lines'
import Clapperboard from 'lucide-react/icons/clapperboard'
import ImageIcon from 'lucide-react/icons/image'
import ScrollText from 'lucide-react/icons/scroll-text'
import type { MediaKind } from './media-kinds.ts'

const icons: Record<MediaKind, LucideIcon> = {
  image: ImageIcon,
  tts: AudioLines,
  stt: ScrollText,
  video: Clapperboard,
}

export function MediaKindIcon({ kind, size = 15 }: { kind: MediaKind; size?: number }) {
  const Icon = icons[kind]
  return <Icon size={size} aria-hidden />
}
