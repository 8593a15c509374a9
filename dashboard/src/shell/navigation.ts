import type { LucideIcon } from 'lucide-react'
import Activity from 'lucide-react/icons/activity'
import Blocks from 'lucide-react/icons/blocks'
import Boxes from 'lucide-react/icons/boxes'
import Coins from 'lucide-react/icons/coins'
import FileStack from 'lucide-react/icons/file-stack'
import GitPullRequest from 'lucide-react/icons/git-pull-request'
import House from 'lucide-react/icons/house'
import Inbox from 'lucide-react/icons/inbox'
import KeyRound from 'lucide-react/icons/key-round'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Plug from 'lucide-react/icons/plug'
import ScrollText from 'lucide-react/icons/scroll-text'
import Settings from 'lucide-react/icons/settings'
import SquareTerminal from 'lucide-react/icons/square-terminal'
import Table2 from 'lucide-react/icons/table-2'
import Users from 'lucide-react/icons/users'
import WebhookIcon from 'lucide-react/icons/webhook'
import type { ComponentType } from 'react'
import { addresses } from '../addresses.ts'
import { WaitingCount } from '../features/questions/pending-questions.tsx'
import { PendingCount } from '../features/tables/pending-proposals.tsx'

export type Destination = {
  label: string
  to: string
  icon: LucideIcon
  /** Pressed after g. */
  key: string
  /** Words by which it is looked for besides its label. */
  also?: string
  isAdminOnly?: boolean
  /** Stands behind the label: how much waits there. */
  Count?: ComponentType
}

export type DestinationGroup = { label: string | null; destinations: readonly Destination[] }

/** The left navigation, by task. A page stands here from the day it is built. */
export const navigation: readonly DestinationGroup[] = [
  {
    label: null,
    destinations: [{ label: 'Overview', to: addresses.overview, icon: House, key: 'o', also: 'home start' }],
  },
  {
    label: 'Build',
    destinations: [
      {
        label: 'Playground',
        to: addresses.modelPlayground,
        icon: MessagesSquare,
        key: 'p',
        also: 'chat model prompt compare image picture speech voice transcription video media',
      },
      {
        label: 'Models',
        to: addresses.models,
        icon: Boxes,
        key: 'm',
        also: 'llm prices catalogue calls media providers',
      },
      {
        label: 'Toolkits',
        to: addresses.toolkits,
        icon: Blocks,
        key: 'i',
        also: 'tools integrations catalogue openapi import execute runs',
      },
      {
        label: 'Connections',
        to: addresses.connections,
        icon: Plug,
        key: 'n',
        also: 'connected accounts auth configs oauth credentials',
      },
      {
        label: 'Sandbox',
        to: addresses.playground,
        icon: SquareTerminal,
        key: 'x',
        also: 'playground code run javascript python',
      },
    ],
  },
  {
    label: 'Data',
    destinations: [
      { label: 'Files', to: addresses.files, icon: FileStack, key: 'f', also: 'uploads storage documents' },
      { label: 'Tables', to: addresses.tables, icon: Table2, key: 't', also: 'collections rows database' },
    ],
  },
  {
    label: 'People',
    destinations: [
      { label: 'End users', to: addresses.endUsers, icon: Users, key: 'u', also: 'external users' },
      {
        label: 'Questions',
        to: addresses.questions,
        icon: Inbox,
        key: 'q',
        also: 'inbox human requests approve answer ask',
        Count: WaitingCount,
      },
      {
        label: 'Approvals',
        to: addresses.proposals,
        icon: GitPullRequest,
        key: 'r',
        also: 'proposals review approve reject table writes changes',
        Count: PendingCount,
      },
    ],
  },
  {
    label: 'Monitor',
    destinations: [
      {
        label: 'Usage',
        to: addresses.usage,
        icon: Coins,
        key: 'b',
        also: 'balance billing credits cost ledger caps prices holds',
      },
      { label: 'Events', to: addresses.events, icon: Activity, key: 'e', also: 'live stream' },
    ],
  },
  {
    label: 'Project',
    destinations: [
      {
        label: 'API keys',
        to: addresses.keys,
        icon: KeyRound,
        key: 'k',
        also: 'tokens secrets',
        isAdminOnly: true,
      },
      {
        label: 'Webhooks',
        to: addresses.webhooks,
        icon: WebhookIcon,
        key: 'h',
        also: 'hooks deliveries events',
        isAdminOnly: true,
      },
      {
        label: 'Audit log',
        to: addresses.audit,
        icon: ScrollText,
        key: 'a',
        also: 'history',
        isAdminOnly: true,
      },
      { label: 'Settings', to: addresses.settings, icon: Settings, key: 's', also: 'project retention' },
    ],
  },
]

export const destinationsFor = (isAdmin: boolean): Destination[] =>
  navigation.flatMap(({ destinations }) => destinations).filter((each) => isAdmin || !each.isAdminOnly)
