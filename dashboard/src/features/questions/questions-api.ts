import { href } from '../../href.ts'
import { questionRoutes } from '../../pages/questions/routes.ts'

export const questionsPath = '/api/v1/tools/human-requests'
export const questionPath = '/api/v1/tools/human-requests/{id}'

export const questionUrl = (id: string) => href(questionRoutes.detail, { id })
