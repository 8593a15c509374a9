import type { StoredFile } from '@stoa/sdk'
import type { LucideIcon } from 'lucide-react'
import FileIcon from 'lucide-react/icons/file'
import FileText from 'lucide-react/icons/file-text'
import Film from 'lucide-react/icons/film'
import Image from 'lucide-react/icons/image'
import MessageSquare from 'lucide-react/icons/message-square'
import Music from 'lucide-react/icons/music'
import UserRound from 'lucide-react/icons/user-round'

export type FileType = StoredFile['fileType']

export const fileTypeNames: Record<FileType, string> = {
  image: 'Images',
  document: 'Documents',
  audio: 'Audio',
  video: 'Video',
  chat: 'Chat',
  avatar: 'Avatars',
  other: 'Other',
}

const icons: Record<FileType, LucideIcon> = {
  image: Image,
  document: FileText,
  audio: Music,
  video: Film,
  chat: MessageSquare,
  avatar: UserRound,
  other: FileIcon,
}

export const fileTypeChoices = Object.entries(fileTypeNames).map(([value, label]) => ({ value, label }))

export function FileTypeIcon({ fileType }: { fileType: FileType }) {
  const Icon = icons[fileType]
  return <Icon size={15} aria-hidden />
}
