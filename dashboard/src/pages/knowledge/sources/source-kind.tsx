import type { KnowledgeSource } from '@stoa/sdk'
import AlignLeft from 'lucide-react/icons/align-left'
import FileText from 'lucide-react/icons/file-text'
import Globe from 'lucide-react/icons/globe'

type Kind = { label: string; icon: typeof FileText }

const unknown: Kind = { label: 'Source', icon: FileText }
const kinds: Record<string, Kind> = {
  text: { label: 'Text', icon: AlignLeft },
  file: { label: 'File', icon: FileText },
  url: { label: 'URL', icon: Globe },
}

export const kindChoices = Object.entries(kinds).map(([value, { label }]) => ({ value, label }))

export const kindLabel = (kind: KnowledgeSource['kind']): string => (kinds[kind] ?? unknown).label

export const KindIcon = ({ kind }: { kind: KnowledgeSource['kind'] }) => {
  const Icon = (kinds[kind] ?? unknown).icon
  return <Icon size={15} aria-hidden />
}
