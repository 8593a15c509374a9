import Inbox from 'lucide-react/icons/inbox'
import { usePendingQuestionCount } from '../../features/questions/use-pending-questions.ts'
import type { PageManifest } from '../manifest.ts'
import { questionRoutes } from './routes.ts'

export const manifest: PageManifest = {
  routes: [
    {
      path: questionRoutes.list,
      title: 'Questions',
      load: () => import('./questions-page.tsx').then((module) => module.QuestionsPage),
    },
    {
      path: questionRoutes.detail,
      load: () => import('./question-page.tsx').then((module) => module.QuestionPage),
    },
  ],
  navigation: [
    {
      group: 'People',
      label: 'Questions',
      to: questionRoutes.list,
      icon: Inbox,
      key: 'q',
      keywords: 'inbox human requests approve answer ask',
      useCount: usePendingQuestionCount,
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
